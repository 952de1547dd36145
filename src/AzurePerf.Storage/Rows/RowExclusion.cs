namespace AzurePerf.Storage.Rows;

/// <summary>Leaves out the rows in which a text property has one of some values; the service does it, but reads the rows all the same.</summary>
/// <param name="Property">Name of a property that every row of the table has: the service leaves a row without it out.</param>
/// <param name="Values">The values to leave out.</param>
public sealed record RowExclusion(string Property, IReadOnlyList<string> Values)
{
    public bool Keeps(Row row) => !Values.Contains(row.Text(Property));
}
