using System.Buffers;
using System.Text;
using Azure.Data.Tables.Http;
using Azure.Data.Tables.Json;

namespace Azure.Data.Tables.Transactions;

/// <summary>The body of an entity group transaction: one change set of HTTP requests inside a multipart message.</summary>
internal sealed class TransactionContent
{
    private const int InitialBytes = 16 * 1024;

    private readonly ArrayBufferWriter<byte> _body = new(InitialBytes);
    private readonly ServiceConnection _connection;
    private readonly string _tableName;
    private readonly string _changeSet = "changeset_" + Guid.NewGuid();
    private readonly string _batch = "batch_" + Guid.NewGuid();

    private TransactionContent(ServiceConnection connection, string tableName)
    {
        _connection = connection;
        _tableName = tableName;
    }

    public string ContentType => "multipart/mixed; boundary=" + _batch;

    public ReadOnlyMemory<byte> Body => _body.WrittenMemory;

    /// <exception cref="InvalidOperationException">There is no action.</exception>
    public static TransactionContent Create(ServiceConnection connection, string tableName, IEnumerable<TableTransactionAction> actions)
    {
        var content = new TransactionContent(connection, tableName);
        content.Line("--", content._batch);
        content.Line("Content-Type: multipart/mixed; boundary=", content._changeSet);
        content.Line();
        int count = 0;
        foreach (TableTransactionAction action in actions)
        {
            content.Part(action);
            count++;
        }

        if (count == 0)
        {
            throw new InvalidOperationException("A transaction needs at least one action.");
        }

        content.Line("--", content._changeSet, "--");
        content.Line();
        content.Line("--", content._batch, "--");
        return content;
    }

    private void Part(TableTransactionAction action)
    {
        Line("--", _changeSet);
        Line("Content-Type: application/http");
        Line("Content-Transfer-Encoding: binary");
        Line();
        RequestHead(action, PartRequest.For(action));
        Line();
        if (action.ActionType is not TableTransactionActionType.Delete)
        {
            _body.Write(EntityJson.Write(action.Entity));
        }

        Line();
    }

    private void RequestHead(TableTransactionAction action, PartRequest request)
    {
        string path = action.ActionType is TableTransactionActionType.Add
            ? _tableName
            : EntityPath.Entity(_tableName, action.Entity.PartitionKey, action.Entity.RowKey);
        Line(request.Method, " ", _connection.AbsoluteRoot, path, " HTTP/1.1");
        Line("Host: ", _connection.Authority);
        Line("x-ms-version: ", _connection.ServiceVersion);
        Line("DataServiceVersion: 3.0");
        Line("Accept: ", request.Accept);
        if (request.HasBody)
        {
            Line("Content-Type: application/json");
        }

        if (request.Prefer is not null)
        {
            Line("Prefer: ", request.Prefer);
        }

        if (request.IfMatch is not null)
        {
            Line("If-Match: ", request.IfMatch);
        }
    }

    // Pieces and not one interpolated string: a transaction has hundreds of lines.
    private void Line(params ReadOnlySpan<string> pieces)
    {
        foreach (string piece in pieces)
        {
            Encoding.UTF8.GetBytes(piece, _body);
        }

        _body.Write("\r\n"u8);
    }
}
