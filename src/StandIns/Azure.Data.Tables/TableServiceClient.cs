#nullable disable // the official assembly is not annotated: both must give callers the same warnings

using Azure.Core;
using Azure.Data.Tables.Http;
using Azure.Data.Tables.Json;
using Azure.Data.Tables.Models;
using Azure.Data.Tables.Paging;

namespace Azure.Data.Tables;

/// <summary>The tables of an account.</summary>
public class TableServiceClient
{
    private readonly ServiceConnection _connection;

    public TableServiceClient(string connectionString)
        : this(connectionString, null)
    {
    }

    public TableServiceClient(string connectionString, TableClientOptions options = null)
        => _connection = ServiceConnection.Create(connectionString, options);

    public TableServiceClient(Uri endpoint, TokenCredential tokenCredential, TableClientOptions options = null)
        => _connection = ServiceConnection.Create(endpoint, tokenCredential, options);

    public TableServiceClient(Uri endpoint, TableSharedKeyCredential credential)
        : this(endpoint, credential, null)
    {
    }

    public TableServiceClient(Uri endpoint, TableSharedKeyCredential credential, TableClientOptions options)
        => _connection = ServiceConnection.Create(endpoint, credential, options);

    public virtual Uri Uri => _connection.Endpoint;

    public virtual string AccountName => _connection.AccountName;

    /// <summary>A client of one table on this client's pipeline; no request is sent.</summary>
    public virtual TableClient GetTableClient(string tableName) => new(_connection, tableName);

    /// <exception cref="RequestFailedException">409 TableAlreadyExists, or TableBeingDeleted for some time after a delete.</exception>
    public virtual Task<Response<TableItem>> CreateTableAsync(string tableName, CancellationToken cancellationToken = default)
        => TableOperations.CreateAsync(_connection, tableName, cancellationToken);

    /// <summary>As <see cref="CreateTableAsync"/>, but an existing table is no error: the raw status is then 409.</summary>
    public virtual Task<Response<TableItem>> CreateTableIfNotExistsAsync(string tableName, CancellationToken cancellationToken = default)
        => TableOperations.CreateIfNotExistsAsync(_connection, tableName, cancellationToken);

    /// <summary>Deletes the table with all rows; a missing table is no error: the status is then 404.</summary>
    public virtual Task<Response> DeleteTableAsync(string tableName, CancellationToken cancellationToken = default)
        => TableOperations.DeleteAsync(_connection, tableName, cancellationToken);

    public virtual AsyncPageable<TableItem> QueryAsync(
        string filter = null,
        int? maxPerPage = null,
        CancellationToken cancellationToken = default)
        => new PagedQuery<TableItem>(
            _connection,
            new QueryRequest(EntityPath.Tables, filter, maxPerPage, Select: null),
            TableJson.ReadPage,
            cancellationToken);
}
