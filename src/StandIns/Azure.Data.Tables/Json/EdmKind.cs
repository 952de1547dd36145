namespace Azure.Data.Tables.Json;

/// <summary>The type that an annotation gives to the column after it.</summary>
internal enum EdmKind
{
    /// <summary>No annotation, or one that only repeats what JSON says.</summary>
    Implied,
    Binary,
    DateTime,
    Double,
    Guid,
    Int64,
}
