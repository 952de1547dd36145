namespace AzurePerf.Imagery.Stations;

/// <summary>How products agree with the ground.</summary>
/// <param name="Count">Matches with a value of the product.</param>
/// <param name="Bias">Mean of product minus reading; NaN without matches.</param>
/// <param name="Rmse">Root of the mean squared difference; NaN without matches.</param>
/// <param name="Correlation">Pearson's, -1 to 1; NaN for fewer than two matches or values that do not differ.</param>
public sealed record StationComparison(int Count, double Bias, double Rmse, double Correlation)
{
    /// <summary>Compares the nearest cells, or the means around them, with the readings.</summary>
    /// <param name="matches">In any order; the sums are made in it.</param>
    /// <param name="around">Whether the means around are compared.</param>
    public static StationComparison Of(IReadOnlyList<StationMatch> matches, bool around = false)
    {
        var pairs = Scatter(matches, around);
        var (ground, product) = (pairs.Sum(pair => pair.Ground) / pairs.Count, pairs.Sum(pair => pair.Product) / pairs.Count);
        double squares = 0, both = 0, first = 0, second = 0;
        foreach (var pair in pairs)
        {
            squares += (pair.Product - pair.Ground) * (pair.Product - pair.Ground);
            both += (pair.Ground - ground) * (pair.Product - product);
            first += (pair.Ground - ground) * (pair.Ground - ground);
            second += (pair.Product - product) * (pair.Product - product);
        }

        return new StationComparison(
            pairs.Count,
            product - ground,
            pairs.Count == 0 ? double.NaN : Math.Sqrt(squares / pairs.Count),
            Differ(pairs.Select(pair => pair.Ground)) && Differ(pairs.Select(pair => pair.Product))
                ? both / Math.Sqrt(first * second)
                : double.NaN);
    }

    /// <summary>The points of a scatter plot: those that have both values.</summary>
    public static IReadOnlyList<(double Ground, double Product)> Scatter(IEnumerable<StationMatch> matches, bool around = false) =>
        [.. from match in matches
            let value = around ? match.Around : match.Nearest
            where value is not null
            select (match.Reading.Value, value.Value)];

    /// <summary>By the values themselves: rounding gives equal ones a mean that is none of them.</summary>
    private static bool Differ(IEnumerable<double> values) => values.Distinct().Skip(1).Any();
}
