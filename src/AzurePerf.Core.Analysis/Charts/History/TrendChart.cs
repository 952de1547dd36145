using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;

namespace AzurePerf.Core.Charts.History;

/// <summary>One figure over many runs: a point per run, gaps as gaps, lasting changes as lines.</summary>
public static class TrendChart
{
    public const string Id = "trend";

    /// <param name="trend">The values.</param>
    /// <param name="name">The combination in words; empty where there is one only.</param>
    public static Chart Of(Trend trend, string name = "")
    {
        ArgumentNullException.ThrowIfNull(trend);
        var unit = HeadlineText.Scale(trend.Unit);
        return new()
        {
            Id = Id,
            Kind = ChartKind.Line,
            Title = "Median of each run",
            Caption = (name.Length > 0 ? name + ": " : "") + TrendText.Caption(trend),
            Notes = [.. Notes(trend)],
            X = new("time, UTC", "", ChartScale.Time),
            Y = new(
                trend.Unit switch { "ns" => "latency, " + trend.Metric, "1/s" or "B/s" or "FLOP/s" => "rate", _ => trend.Metric },
                unit.Symbol, ChartScale.Linear),
            Series = [new("median", SeriesRole.Measured, [.. Points(trend, unit)])],
            Lines = [.. trend.Changes.Select(change => new ChartLine(
                ChartLineRole.Change,
                $"from {HeadlineText.Value(change.Before, trend.Unit)} to {HeadlineText.Value(change.After, trend.Unit)}",
                change.At.ToUnixTimeMilliseconds()))],
            Table = TableOf(trend, unit),
        };
    }

    /// <summary>Where a run was due and did not come there is a point without a value, so that no line joins its neighbours.</summary>
    private static IEnumerable<ChartPoint> Points(Trend trend, ChartUnit unit)
    {
        TrendValue? before = null;
        foreach (var value in trend.Values)
        {
            if (value.AfterGap && before is { Value: not null })
            {
                yield return new((before.At.ToUnixTimeMilliseconds() + value.At.ToUnixTimeMilliseconds()) / 2, null)
                {
                    Note = "no run came when it was due",
                };
            }

            yield return new(value.At.ToUnixTimeMilliseconds(), Of(value.Value, unit))
            {
                Low = Of(value.Low, unit),
                High = Of(value.High, unit),
                Hollow = value.Note.Length > 0,
                Note = NoteOf(value),
            };
            before = value;
        }
    }

    private static ChartTable TableOf(Trend trend, ChartUnit unit) => new(
        [new("run"), new("time"), new("state"), new("median", unit.Symbol), new("low", unit.Symbol), new("high", unit.Symbol),
            new("repetitions"), new("change"), new("note")],
        [.. trend.Values.Select(value => (IReadOnlyList<object?>)
            [
                value.RunId, NumberFormat.InstantAttribute(value.At), CamelCase.Of(value.Status), Of(value.Value, unit),
                Of(value.Low, unit), Of(value.High, unit), value.Repetitions,
                trend.Changes.FirstOrDefault(change => change.RunId == value.RunId) is { } change ? TrendText.Change(trend, change) : null,
                NoteText(value),
            ])]);

    private static IEnumerable<string> Notes(Trend trend)
    {
        if (trend.Values.Any(value => value.Low is not null))
        {
            yield return "Bands are 95 % intervals of a run's median, from 6 repetitions on.";
        }

        if (trend.Changes.Count > 0)
        {
            yield return "A dotted line marks a lasting change.";
        }

        if (trend.Values.Any(value => value.AfterGap || value.Value is null))
        {
            yield return "No line joins what was not measured.";
        }

        if (trend.Values.Any(value => value.Note.Length > 0))
        {
            yield return "A hollow point was measured by another build or on another kind of machine than the one before, or one of the "
                + "two on an emulator.";
        }
    }

    private static string? NoteOf(TrendValue value) => (value.Value, value.Note) switch
    {
        (null, _) => $"the run {CamelCase.Of(value.Status)}",
        (_, "") => null,
        _ => value.Note,
    };

    private static string? NoteText(TrendValue value) =>
        string.Join("; ",
            new[] { value.AfterGap ? "after a gap" : "", value.Note }.Where(part => part.Length > 0)) is { Length: > 0 } remark
            ? remark
            : null;

    private static double? Of(double? value, ChartUnit unit) => value is { } known ? unit.Of(known) : null;
}
