#nullable disable // the official assembly is not annotated: both must give callers the same warnings

using System.Linq.Expressions;
using Azure.Core;
using Azure.Data.Tables.Filters;
using Azure.Data.Tables.Http;
using Azure.Data.Tables.Json;
using Azure.Data.Tables.Models;
using Azure.Data.Tables.Paging;
using Azure.Data.Tables.Transactions;

namespace Azure.Data.Tables;

/// <summary>One table and its rows. Failures are <see cref="RequestFailedException"/> with the service's status and error code.</summary>
public class TableClient
{
    private const int NotFound = 404;

    private readonly ServiceConnection _connection;
    private readonly EntityOperations _entities;

    public TableClient(string connectionString, string tableName)
        : this(connectionString, tableName, null)
    {
    }

    public TableClient(string connectionString, string tableName, TableClientOptions options = null)
        : this(ServiceConnection.Create(connectionString, options), tableName)
    {
    }

    public TableClient(Uri endpoint, string tableName, TokenCredential tokenCredential, TableClientOptions options = null)
        : this(ServiceConnection.Create(endpoint, tokenCredential, options), tableName)
    {
    }

    public TableClient(Uri endpoint, string tableName, TableSharedKeyCredential credential)
        : this(endpoint, tableName, credential, null)
    {
    }

    public TableClient(Uri endpoint, string tableName, TableSharedKeyCredential credential, TableClientOptions options = null)
        : this(ServiceConnection.Create(endpoint, credential, options), tableName)
    {
    }

    internal TableClient(ServiceConnection connection, string tableName)
    {
        ArgumentException.ThrowIfNullOrEmpty(tableName);
        _connection = connection;
        _entities = new EntityOperations(connection, tableName);
        Name = tableName;
    }

    public virtual string Name { get; }

    public virtual string AccountName => _connection.AccountName;

    /// <summary>Address of the table: the account's with the table's name behind.</summary>
    public virtual Uri Uri => new(_connection.AbsoluteRoot + Name);

    /// <summary>A filter in which every hole of the interpolated string is written as a literal of its type.</summary>
    public static string CreateQueryFilter(FormattableString filter) => InterpolatedFilter.Format(filter);

    /// <exception cref="RequestFailedException">409 TableAlreadyExists, or TableBeingDeleted for some time after a delete.</exception>
    public virtual Task<Response<TableItem>> CreateAsync(CancellationToken cancellationToken = default)
        => TableOperations.CreateAsync(_connection, Name, cancellationToken);

    /// <summary>As <see cref="CreateAsync"/>, but an existing table is no error: the raw status is then 409.</summary>
    public virtual Task<Response<TableItem>> CreateIfNotExistsAsync(CancellationToken cancellationToken = default)
        => TableOperations.CreateIfNotExistsAsync(_connection, Name, cancellationToken);

    /// <summary>Deletes the table with all rows; a missing table is no error: the status is then 404.</summary>
    public virtual Task<Response> DeleteAsync(CancellationToken cancellationToken = default)
        => TableOperations.DeleteAsync(_connection, Name, cancellationToken);

    /// <exception cref="RequestFailedException">409 EntityAlreadyExists.</exception>
    public virtual Task<Response> AddEntityAsync<T>(T entity, CancellationToken cancellationToken = default)
        where T : ITableEntity
        => _entities.AddAsync(entity, cancellationToken);

    /// <summary>Writes the row whether or not it exists, and whatever its version.</summary>
    public virtual Task<Response> UpsertEntityAsync<T>(
        T entity,
        TableUpdateMode mode = TableUpdateMode.Merge,
        CancellationToken cancellationToken = default)
        where T : ITableEntity
        => _entities.WriteAsync(entity, null, mode, cancellationToken);

    /// <exception cref="ArgumentException">The version to expect is the default; <see cref="ETag.All"/> stands for any.</exception>
    /// <exception cref="RequestFailedException">412 UpdateConditionNotSatisfied: another version is stored.</exception>
    public virtual Task<Response> UpdateEntityAsync<T>(
        T entity,
        ETag ifMatch,
        TableUpdateMode mode = TableUpdateMode.Merge,
        CancellationToken cancellationToken = default)
        where T : ITableEntity
        => _entities.WriteAsync(entity, ifMatch, mode, cancellationToken);

    /// <summary>Deletes the row; a missing one is no error: the status is then 404.</summary>
    public virtual Task<Response> DeleteEntityAsync(
        string partitionKey,
        string rowKey,
        ETag ifMatch = default,
        CancellationToken cancellationToken = default)
        => _entities.DeleteAsync(partitionKey, rowKey, ifMatch, cancellationToken);

    /// <summary>Deletes the row with the entity's keys; its own ETag counts only if given as <paramref name="ifMatch"/>.</summary>
    public virtual Task<Response> DeleteEntityAsync(
        ITableEntity entity,
        ETag ifMatch = default,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(entity);
        return _entities.DeleteAsync(entity.PartitionKey, entity.RowKey, ifMatch, cancellationToken);
    }

    /// <exception cref="RequestFailedException">404 ResourceNotFound or TableNotFound.</exception>
    public virtual async Task<Response<T>> GetEntityAsync<T>(
        string partitionKey,
        string rowKey,
        IEnumerable<string> select = null,
        CancellationToken cancellationToken = default)
        where T : class, ITableEntity
    {
        Response response = await _entities.ReadAsync(partitionKey, rowKey, select, expectedFailure: 0, cancellationToken);
        return Response.FromValue(EntityJson.Read<T>(response.Content.ToMemory().Span), response);
    }

    /// <summary>As <see cref="GetEntityAsync"/>, but a missing row or table is no error: there is no value then.</summary>
    public virtual async Task<NullableResponse<T>> GetEntityIfExistsAsync<T>(
        string partitionKey,
        string rowKey,
        IEnumerable<string> select = null,
        CancellationToken cancellationToken = default)
        where T : class, ITableEntity
    {
        Response response = await _entities.ReadAsync(partitionKey, rowKey, select, NotFound, cancellationToken);
        return response.Status == NotFound
            ? new NoValueResponse<T>(response)
            : Response.FromValue(EntityJson.Read<T>(response.Content.ToMemory().Span), response);
    }

    /// <summary>Rows in key order, at most 1,000 a page.</summary>
    public virtual AsyncPageable<T> QueryAsync<T>(
        string filter = null,
        int? maxPerPage = null,
        IEnumerable<string> select = null,
        CancellationToken cancellationToken = default)
        where T : class, ITableEntity
        => new PagedQuery<T>(
            _connection,
            new QueryRequest(EntityPath.Query(Name), filter, maxPerPage, QueryRequest.SelectText(select)),
            EntityJson.ReadPage<T>,
            cancellationToken);

    /// <exception cref="NotSupportedException">The predicate has a part that the service cannot evaluate.</exception>
    public virtual AsyncPageable<T> QueryAsync<T>(
        Expression<Func<T, bool>> filter,
        int? maxPerPage = null,
        IEnumerable<string> select = null,
        CancellationToken cancellationToken = default)
        where T : class, ITableEntity
        => QueryAsync<T>(ExpressionFilter.Format(filter), maxPerPage, select, cancellationToken);

    /// <summary>Performs all actions or none; the service takes at most 100, all of one partition.</summary>
    /// <exception cref="InvalidOperationException">There is no action.</exception>
    /// <exception cref="TableTransactionFailedException">An action was refused; none has happened.</exception>
    public virtual Task<Response<IReadOnlyList<Response>>> SubmitTransactionAsync(
        IEnumerable<TableTransactionAction> transactionActions,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(transactionActions);
        return EntityGroupTransaction.SubmitAsync(_connection, Name, transactionActions, cancellationToken);
    }
}
