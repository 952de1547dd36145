using Azure.Core;
using Azure.Data.Tables.Json;
using Azure.Data.Tables.Models;

namespace Azure.Data.Tables.Http;

/// <summary>Creates and deletes tables, for the service client and the table client alike.</summary>
internal static class TableOperations
{
    private const int NotFound = 404;
    private const int Conflict = 409;

    public static async Task<Response<TableItem>> CreateAsync(
        ServiceConnection connection,
        string tableName,
        CancellationToken cancellationToken)
    {
        Response response = await connection.SendAsync(CreateMessage(connection, tableName), cancellationToken);
        return Response.FromValue(new TableItem(tableName), response);
    }

    public static async Task<Response<TableItem>> CreateIfNotExistsAsync(
        ServiceConnection connection,
        string tableName,
        CancellationToken cancellationToken)
    {
        Response response = await connection.SendAsync(CreateMessage(connection, tableName), cancellationToken, Conflict);
        if (response.Status == Conflict)
        {
            // The other conflict is a table that is still being deleted, which is not one that exists.
            var failure = new RequestFailedException(response);
            if (failure.ErrorCode != "TableAlreadyExists")
            {
                throw failure;
            }
        }

        return Response.FromValue(new TableItem(tableName), response);
    }

    public static async Task<Response> DeleteAsync(ServiceConnection connection, string tableName, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(tableName);
        HttpMessage message = connection.CreateMessage(
            RequestMethod.Delete,
            EntityPath.Table(tableName),
            ServiceConnection.PlainJson);
        message.Request.Headers.Remove("DataServiceVersion");
        return await connection.SendAsync(message, cancellationToken, NotFound);
    }

    private static HttpMessage CreateMessage(ServiceConnection connection, string tableName)
    {
        ArgumentException.ThrowIfNullOrEmpty(tableName);
        HttpMessage message = connection.CreateMessage(RequestMethod.Post, EntityPath.Tables, ServiceConnection.MinimalMetadata);
        message.Request.Headers.Add("Prefer", "return-no-content");
        message.Request.Headers.Add("Content-Type", ServiceConnection.PlainJson);
        message.Request.Content = RequestContent.Create(TableJson.Write(tableName));
        return message;
    }
}
