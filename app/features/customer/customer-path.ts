export const customerPage = ({ id }: { id: number }) => `/customer/editCustomerInfo/${id}`;
