export const scheduleEndpoints = {
  "GET /api/customer/schedule": "any",
  "POST /api/customer/schedule": "any",
  "PUT /api/customer/schedule/{id}": "any",
  'PUT /api/customer/schedule/{id} {"action":"done"}': "any",
  'PUT /api/customer/schedule/{id} {"action":"cancel"}': "any",
  'PUT /api/customer/schedule/{id} {"action":"undo"}': "any",
  "DELETE /api/customer/schedule/{id}": "any",
};
