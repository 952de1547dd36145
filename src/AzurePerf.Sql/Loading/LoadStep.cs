namespace AzurePerf.Sql.Loading;

/// <summary>A step of a load that is done.</summary>
/// <param name="Rows">That it loaded.</param>
/// <param name="AllRows">True when all rows are there, and keys, indexes and statistics follow.</param>
public readonly record struct LoadStep(long Rows, bool AllRows = false);
