/** Where a customer's page is. */
export const customerPage = ({ id }: { id: number }) => `/customer/editCustomerInfo/${id}`;
