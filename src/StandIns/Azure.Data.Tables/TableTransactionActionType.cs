namespace Azure.Data.Tables;

/// <summary>The write that one part of an entity group transaction performs.</summary>
public enum TableTransactionActionType
{
    Add = 0,
    UpdateMerge = 1,
    UpdateReplace = 2,
    Delete = 3,
    UpsertMerge = 4,
    UpsertReplace = 5,
}
