using Azure.Core;
using Azure.Data.Tables.Json;
using Azure.Data.Tables.Paging;

namespace Azure.Data.Tables.Http;

/// <summary>Requests that read and write single rows of one table.</summary>
internal sealed class EntityOperations(ServiceConnection connection, string tableName)
{
    private const int NotFound = 404;

    public async Task<Response> AddAsync(ITableEntity entity, CancellationToken cancellationToken)
    {
        RequireKeys(entity);
        HttpMessage message = connection.CreateMessage(RequestMethod.Post, tableName, ServiceConnection.MinimalMetadata);
        message.Request.Headers.Add("Prefer", "return-no-content");
        SetBody(message.Request, entity);
        return await connection.SendAsync(message, cancellationToken);
    }

    /// <param name="entity">The row to write.</param>
    /// <param name="condition">The version that must still be stored; null writes whatever is there, also where nothing is.</param>
    /// <param name="mode">Merge with the stored row or replace it.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<Response> WriteAsync(ITableEntity entity, ETag? condition, TableUpdateMode mode, CancellationToken cancellationToken)
    {
        RequireKeys(entity);
        if (condition == default(ETag))
        {
            throw new ArgumentException("An update needs the version to expect; ETag.All stands for any.", nameof(condition));
        }

        HttpMessage message = connection.CreateMessage(Method(mode), Path(entity), ServiceConnection.PlainJson);
        if (condition is { } etag)
        {
            EntityCondition.Add(message.Request, etag);
        }

        SetBody(message.Request, entity);
        return await connection.SendAsync(message, cancellationToken);
    }

    public async Task<Response> DeleteAsync(string partitionKey, string rowKey, ETag condition, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(partitionKey);
        ArgumentNullException.ThrowIfNull(rowKey);
        HttpMessage message = connection.CreateMessage(
            RequestMethod.Delete,
            EntityPath.Entity(tableName, partitionKey, rowKey),
            ServiceConnection.MinimalMetadata);
        EntityCondition.Add(message.Request, EntityCondition.OrAny(condition));
        return await connection.SendAsync(message, cancellationToken, NotFound);
    }

    public async Task<Response> ReadAsync(
        string partitionKey,
        string rowKey,
        IEnumerable<string>? select,
        int expectedFailure,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(partitionKey);
        ArgumentNullException.ThrowIfNull(rowKey);
        HttpMessage message = connection.CreateMessage(
            RequestMethod.Get,
            EntityPath.Entity(tableName, partitionKey, rowKey),
            ServiceConnection.MinimalMetadata);
        if (QueryRequest.SelectText(select) is { Length: > 0 } columns)
        {
            message.Request.Uri.AppendQuery("$select", columns, escapeValue: true);
        }

        return await connection.SendAsync(message, cancellationToken, expectedFailure);
    }

    private static RequestMethod Method(TableUpdateMode mode) => mode switch
    {
        TableUpdateMode.Merge => RequestMethod.Patch,
        TableUpdateMode.Replace => RequestMethod.Put,
        _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "The update mode is not known."),
    };

    private static void RequireKeys(ITableEntity entity)
    {
        ArgumentNullException.ThrowIfNull(entity);
        ArgumentNullException.ThrowIfNull(entity.PartitionKey);
        ArgumentNullException.ThrowIfNull(entity.RowKey);
    }

    // An exact copy of the body: a transport may still read it after a cancelled call has returned.
    private static void SetBody(Request request, ITableEntity entity)
    {
        request.Headers.Add("Content-Type", ServiceConnection.PlainJson);
        request.Content = RequestContent.Create(EntityJson.Write(entity).ToArray());
    }

    private string Path(ITableEntity entity) => EntityPath.Entity(tableName, entity.PartitionKey, entity.RowKey);
}
