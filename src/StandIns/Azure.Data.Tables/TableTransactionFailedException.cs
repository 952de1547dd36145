#nullable disable // the official assembly is not annotated: both must give callers the same warnings

using Azure.Data.Tables.Transactions;

namespace Azure.Data.Tables;

/// <summary>An entity group transaction that the service refused: none of its writes happened.</summary>
public class TableTransactionFailedException : RequestFailedException
{
    public TableTransactionFailedException(RequestFailedException requestFailedException)
        : base(
            requestFailedException.Status,
            requestFailedException.Message,
            requestFailedException.ErrorCode,
            requestFailedException.InnerException)
        => FailedTransactionActionIndex = FailedAction.IndexOf(requestFailedException);

    /// <summary>Position in the transaction of the action that failed; null where the service named none.</summary>
    public int? FailedTransactionActionIndex { get; }
}
