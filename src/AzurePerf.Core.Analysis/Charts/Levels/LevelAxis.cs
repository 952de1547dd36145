using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>Where configurations stand on the x axis: a factor that is a number, or the combinations themselves, one beside the
/// other.</summary>
internal sealed class LevelAxis
{
    /// <summary>From this ratio of the largest level to the smallest on, equal ratios are equal distances.</summary>
    private const double WideRatio = 16;

    private readonly LevelNames _names;
    private readonly ParameterDefinition? _factor;
    private readonly IReadOnlyList<string> _combinations;

    /// <param name="names">Of the levels.</param>
    /// <param name="combinations">What is drawn.</param>
    /// <param name="others">Places of what is drawn beside it.</param>
    public LevelAxis(LevelNames names, IReadOnlyList<JsonObject> combinations, params IEnumerable<double> others)
    {
        (_names, _factor) = (names, names.Axis);
        _combinations = _factor is null ? [.. combinations.Select(levels => names.Of(levels)).Distinct()] : [];
        double[] places = [.. combinations.Select(PlaceOf).Distinct()];
        Places = places.Length;
        double[] all = [.. places, .. others];
        var scale = _factor is null ? ChartScale.Category
            : all.Length > 0 && all.Min() > 0 && all.Max() / all.Min() >= WideRatio ? ChartScale.Log : ChartScale.Linear;
        Axis = new(_factor?.Name ?? string.Join(", ", names.Factors.Select(factor => factor.Name)), _factor?.Unit ?? "", scale)
        {
            Categories = _combinations,
        };
    }

    public ChartAxis Axis { get; }

    /// <summary>Different places that were measured.</summary>
    public int Places { get; }

    /// <summary>True where the x axis is the number of clients.</summary>
    public bool IsClients => _factor?.Name == "clients";

    /// <summary>False where a combination says nothing of the factor on the axis, as those of a closed loop of the offered
    /// rate.</summary>
    public static bool HasPlace(LevelNames names, JsonObject levels) =>
        names.Axis is not { } factor || LevelText.NumberOf(levels[factor.Name]) is not null;

    /// <summary>The place of a combination.</summary>
    public double PlaceOf(JsonObject levels) =>
        _factor is null ? _combinations.ToList().IndexOf(_names.Of(levels)) : LevelText.NumberOf(levels[_factor.Name])!.Value;

    /// <summary>The place in words: "4 clients".</summary>
    public string WordsOf(JsonObject levels) => _factor is null ? _names.Of(levels) : LevelText.With(_factor, levels[_factor.Name]!);

    /// <summary>What tells a combination from others at the same place; empty where nothing does.</summary>
    public string SeriesOf(JsonObject levels) => _factor is null ? "" : _names.Of(levels, _factor);

    /// <summary>The place as a cell of a table: a number, or a word.</summary>
    public object CellOf(JsonObject levels) => _factor is null ? _names.Of(levels) : PlaceOf(levels);
}
