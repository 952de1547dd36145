using Azure.Data.Tables.Http;

namespace Azure.Data.Tables.Transactions;

/// <summary>How an action of a transaction stands as a request of its own.</summary>
internal sealed record PartRequest(string Method, string Accept, bool HasBody, string? Prefer, string? IfMatch)
{
    public static PartRequest For(TableTransactionAction action) => action.ActionType switch
    {
        TableTransactionActionType.Add
            => new PartRequest("POST", ServiceConnection.MinimalMetadata, HasBody: true, "return-no-content", IfMatch: null),
        TableTransactionActionType.UpdateMerge => Write("PATCH", Condition(action)),
        TableTransactionActionType.UpdateReplace => Write("PUT", Condition(action)),
        TableTransactionActionType.UpsertMerge => Write("PATCH", ifMatch: null),
        TableTransactionActionType.UpsertReplace => Write("PUT", ifMatch: null),
        TableTransactionActionType.Delete => Delete(action.ETag),
        _ => throw new ArgumentOutOfRangeException(nameof(action), action.ActionType, "The action type is not known."),
    };

    private static PartRequest Write(string method, string? ifMatch)
        => new(method, ServiceConnection.PlainJson, HasBody: true, Prefer: null, ifMatch);

    private static PartRequest Delete(ETag etag)
        => new(
            "DELETE",
            ServiceConnection.MinimalMetadata,
            HasBody: false,
            Prefer: null,
            EntityCondition.Text(EntityCondition.OrAny(etag)));

    private static string? Condition(TableTransactionAction action)
        => action.ETag == default ? null : EntityCondition.Text(action.ETag);
}
