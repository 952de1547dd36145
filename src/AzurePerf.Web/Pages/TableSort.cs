namespace AzurePerf.Web.Pages;

/// <summary>How a table is sorted, as the address of its page says: <c>?sort=rate&amp;desc=true</c>. It works without scripts, and a link
/// keeps it.</summary>
/// <param name="Column">What it is sorted by; empty for the order that it has by itself.</param>
/// <param name="Descending">True for the greatest first.</param>
internal sealed record TableSort(string Column, bool Descending)
{
    public const string ColumnParameter = "sort";
    public const string DirectionParameter = "desc";

    /// <summary>The part of an address that says the order.</summary>
    public static IReadOnlyList<string> Parameters { get; } = [ColumnParameter, DirectionParameter];

    public static TableSort None { get; } = new("", false);

    /// <summary>As asked for; a column that the table does not have is as if none were named.</summary>
    public static TableSort Of(HttpRequest request, IReadOnlyCollection<string> columns)
    {
        var column = request.Query[ColumnParameter].ToString();
        return columns.Contains(column) ? new(column, request.Query[DirectionParameter] == "true") : None;
    }

    /// <summary>The address of the same page, sorted by a column; a second time the other way round.</summary>
    /// <param name="request">Of the page.</param>
    /// <param name="column">What to sort by.</param>
    /// <param name="place">Where on the page the table is, such as <c>#points</c>; empty where it is what the page shows.</param>
    public string Address(HttpRequest request, string column, string place = "")
    {
        var others = request.Query.Where(pair => !Parameters.Contains(pair.Key) && pair.Key != "cursor")
            .SelectMany(pair => pair.Value.Select(value => KeyValuePair.Create(pair.Key, value)));
        var query = QueryString.Create(others!).Add(ColumnParameter, column);
        return request.Path + (Column == column && !Descending ? query.Add(DirectionParameter, "true") : query).ToString() + place;
    }

    /// <summary>Value of aria-sort of a column's heading; null where it is not the one.</summary>
    public string? State(string column) => Column != column ? null : Descending ? "descending" : "ascending";

    /// <summary>Rows in this order; equal ones stay as they were, and those without a value come last.</summary>
    public IEnumerable<T> Apply<T>(IEnumerable<T> rows, Func<T, IComparable?> value)
    {
        if (Column.Length == 0)
        {
            return rows;
        }

        var first = rows.OrderBy(row => value(row) is null);
        return Descending ? first.ThenByDescending(value) : first.ThenBy(value);
    }
}
