#nullable disable // the official assembly is not annotated: both must give callers the same warnings

namespace Azure.Data.Tables;

/// <summary>One write of an entity group transaction.</summary>
public class TableTransactionAction
{
    public TableTransactionAction(TableTransactionActionType actionType, ITableEntity entity)
        : this(actionType, entity, default)
    {
    }

    /// <param name="actionType">The write to perform.</param>
    /// <param name="entity">The row to write; of a deleted row only the keys matter.</param>
    /// <param name="etag">Condition of an update or delete; default: none for an update, any version for a delete.</param>
    public TableTransactionAction(TableTransactionActionType actionType, ITableEntity entity, ETag etag = default)
    {
        ArgumentNullException.ThrowIfNull(entity);
        ActionType = actionType;
        Entity = entity;
        ETag = etag;
    }

    public TableTransactionActionType ActionType { get; }

    public ITableEntity Entity { get; }

    public ETag ETag { get; }
}
