using System.Globalization;
using System.Text.RegularExpressions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Criteria;

/// <summary>Reads a criterion: the name of a metric, > or &lt;, a number and its unit.</summary>
public static partial class CriterionReader
{
    private const string Example = "write a metric, > or <, and a limit, in quotes, such as \"p95>50ms\" or \"errors>1%\"";

    private static readonly (string Unit, double Of)[] Times = [("ms", 1e6), ("s", 1e9), ("us", 1e3), ("µs", 1e3), ("ns", 1)];
    private static readonly (string Unit, double Of)[] Sizes =
        [("MB", 1e6), ("GB", 1e9), ("KB", 1e3), ("MiB", 1 << 20), ("GiB", 1 << 30), ("KiB", 1 << 10), ("B", 1)];

    private static readonly (string Unit, double Of)[] FloatingPoint =
        [("GFLOP/s", 1e9), ("TFLOP/s", 1e12), ("MFLOP/s", 1e6), ("FLOP/s", 1)];

    /// <summary>The criterion; null when the text is none.</summary>
    /// <param name="text">As typed; blanks between its parts mean nothing.</param>
    /// <param name="experiment">Whose metrics can be named.</param>
    /// <param name="fault">What is wrong with the text and what would be right; empty when nothing is.</param>
    public static Criterion? Read(string text, ExperimentDefinition experiment, out string fault)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(experiment);
        var parts = Parts().Match(text);
        var (name, sign, number, unit) = (parts.Groups[1].Value, parts.Groups[2].Value, parts.Groups[3].Value, parts.Groups[4].Value);
        string[] names = [.. experiment.Metrics.Select(metric => metric.Name), Criterion.Errors];
        var metric = name == Criterion.Errors ? Errors : experiment.FindMetric(name);
        fault = !parts.Success ? $"'{text}' is no criterion: {Example}"
            : metric is null
                ? $"'{text}' names no metric of {experiment.Id}: {string.Join(", ", names)}{NearestWord.Question(name, names)}"
            : sign is not (">" or "<") ? $"'{text}' must have > or < alone: the run fails beyond the limit"
            : !IsNumber(number) ? $"'{text}' needs a number after {sign}, such as {Suggestion(metric)}"
            : FaultOf(text, metric, sign == ">", number, unit);
        return fault.Length > 0 ? null : new(name, sign == ">", number, unit, Value(number) * FactorOf(metric!, unit)!.Value);
    }

    /// <summary>What the criteria of a stored run say; those that this build's experiment has no metric for are left out.</summary>
    /// <param name="texts">Of the run.</param>
    /// <param name="experiment">Of the run.</param>
    public static IReadOnlyList<Criterion> ReadStored(IEnumerable<string> texts, ExperimentDefinition experiment) =>
        [.. texts.Select(text => Read(text, experiment, out _)).OfType<Criterion>()];

    /// <summary>Failed operations as a metric: only its unit, its quantity and its direction are looked at.</summary>
    private static Metric Errors { get; } = new(Criterion.Errors, "failed operations", "share", Quantity.Share, HigherIsBetter: false);

    private static string FaultOf(string text, Metric metric, bool above, string number, string unit)
    {
        if (FactorOf(metric, unit) is not { } factor)
        {
            var known = string.Join(", ", UnitsOf(metric).Select(one => one.Unit).Where(one => one.Length > 0));
            return unit.Length == 0 ? $"'{text}' needs a unit: {known}"
                : known.Length == 0 ? $"'{text}': {metric.Name} has no unit, so write '{metric.Name}{(above ? '>' : '<')}{number}'"
                : $"'{text}' has a unit that {metric.Name} is not measured in: {known}";
        }

        return above == metric.HigherIsBetter
            ? $"'{text}' fails a run for a good {metric.Name}: {(above ? "higher" : "lower")} is better, so a run fails "
                + $"{(above ? "below" : "above")} a limit, as in '{metric.Name}{(above ? '<' : '>')}{number}{unit}'"
            : metric.Quantity == Quantity.Share && Value(number) * factor is var share && (above ? share >= 1 : share is 0 or > 1)
                ? $"'{text}' has a limit that no share can be {(above ? "above" : "below")}"
            : "";
    }

    private static string Suggestion(Metric metric) =>
        $"'{metric.Name}{(metric.HigherIsBetter ? '<' : '>')}{(metric.Quantity == Quantity.Share ? 1 : 50)}{UnitsOf(metric)[0].Unit}'";

    private static double? FactorOf(Metric metric, string unit) =>
        UnitsOf(metric).Where(one => one.Unit == unit).Select(one => (double?)one.Factor).FirstOrDefault();

    /// <summary>How a limit may be written, the most usual first, and how many of the metric's unit each is.</summary>
    private static (string Unit, double Factor)[] UnitsOf(Metric metric) => metric switch
    {
        { Quantity: Quantity.Share, Unit: "share" } => [("%", 0.01)],
        { Quantity: Quantity.Duration } when Times.Any(time => time.Unit == metric.Unit) =>
            [.. Times.Select(time => (time.Unit, time.Of / Times.First(own => own.Unit == metric.Unit).Of))],
        { Unit: "B/s" } => [.. Sizes.Select(size => (size.Unit + "/s", size.Of))],
        { Unit: "B" } => Sizes,
        { Unit: "FLOP/s" } => FloatingPoint,
        { Unit: "1/s" } => [("", 1), ("ops/s", 1), ("/s", 1)],
        _ => [.. new[] { "", metric.Unit }.Distinct().Select(unit => (unit, 1.0))],
    };

    /// <summary>Digits with at most one point; no more than a double keeps.</summary>
    private static bool IsNumber(string number) => Digits().IsMatch(number);

    private static double Value(string number) => double.Parse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^\s*([A-Za-z][A-Za-z0-9._-]*)\s*([<>=!]+)\s*([^\sA-Za-zµ/%]*)\s*([A-Za-zµ/%]*)\s*$", RegexOptions.CultureInvariant, 1_000)]
    private static partial Regex Parts();

    [GeneratedRegex(@"^[0-9]{1,15}(\.[0-9]{1,9})?$", RegexOptions.CultureInvariant, 1_000)]
    private static partial Regex Digits();
}
