namespace AzurePerf.Storage.Rows;

/// <summary>Which rows of one partition are read.</summary>
/// <param name="PartitionKey">The partition.</param>
/// <param name="FromRowKey">The first key.</param>
/// <param name="BeforeRowKey">The key after the last.</param>
public sealed record RowQuery(string PartitionKey, string FromRowKey, string BeforeRowKey)
{
    /// <summary>What a row must meet, all of it; the service leaves out the others, but reads them all the same.</summary>
    public IReadOnlyList<RowCondition> Conditions { get; init; } = [];

    /// <summary>Comparisons in its filter, those of its keys included.</summary>
    public int Comparisons => 3 + Conditions.Sum(condition => condition.AnyOf.Count);

    /// <summary>Names of the properties that are wanted; null for all.</summary>
    public IReadOnlyList<string>? Properties { get; init; }

    /// <summary>A row without the properties that are not wanted.</summary>
    public Row Chosen(Row row)
    {
        ArgumentNullException.ThrowIfNull(row);
        return Properties is null ? row : new(row.PartitionKey, row.RowKey)
        {
            ETag = row.ETag,
            Values = new(row.Values.Where(value => Properties.Contains(value.Key)).ToDictionary(), StringComparer.Ordinal),
        };
    }

    /// <summary>True when a row meets all conditions.</summary>
    public bool Keeps(Row row) => Conditions.All(condition => condition.AnyOf.Any(match => match.Fits(row)));
}

/// <summary>A condition that a row meets where any of these fits.</summary>
/// <param name="AnyOf">One or more.</param>
public sealed record RowCondition(IReadOnlyList<RowMatch> AnyOf);

/// <summary>What the text of a property is, or the instant.</summary>
/// <param name="Property">Its name.</param>
/// <param name="Value">The text; null for any that is not empty.</param>
public sealed record RowMatch(string Property, string? Value)
{
    /// <summary>Where the property is an instant: the earliest; null for a text.</summary>
    public DateTimeOffset? Since { get; init; }

    public bool Fits(Row row)
    {
        ArgumentNullException.ThrowIfNull(row);
        return Since is { } since ? row.Values.GetValueOrDefault(Property) is DateTimeOffset at && at >= since
            : Value is null ? row.Text(Property).Length > 0 : row.Values.ContainsKey(Property) && row.Text(Property) == Value;
    }
}

/// <summary>What one request brought of a query.</summary>
/// <param name="Rows">The rows, in key order; there may be more although they are fewer than were asked for.</param>
/// <param name="Continuation">Goes on with the same query; null when there are no more.</param>
public sealed record RowBatch(IReadOnlyList<Row> Rows, string? Continuation);
