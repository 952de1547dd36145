namespace Azure.Data.Tables;

/// <summary>What happens to columns of the stored row that the sent entity lacks: kept or dropped.</summary>
public enum TableUpdateMode
{
    Merge = 0,
    Replace = 1,
}
