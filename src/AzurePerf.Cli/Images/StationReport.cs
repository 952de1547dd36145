using System.Text.Json;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Stations;

namespace AzurePerf.Cli.Images;

/// <summary>How images agree with readings from the ground, for people and for programs.</summary>
internal static class StationReport
{
    private const string NoTimeOfDay = "the time of day of the pixels is not known, so readings of other hours differ by the daily course: "
        + "keep only readings near the overpass (Terra about 10:30 and 22:30 local solar time, Aqua 13:30 and 01:30)";

    private const string DayAndNight = "an image has the swaths of its day together, by night too where they have values then: a pixel may "
        + "be of another swath than the one near the reading's time. To compare like with like, make the images with --light day or "
        + "--light night";

    /// <summary>The answer first, then a row for each way to compare, and what was left out.</summary>
    /// <param name="run">The run.</param>
    /// <param name="matches">One for each reading.</param>
    /// <param name="unit">Of the values; empty where they have none.</param>
    /// <param name="plan">Which images they were matched with.</param>
    /// <param name="file">Where the matches were written; null for nowhere.</param>
    /// <param name="picture">Where the scatter plot was written; null for nowhere.</param>
    /// <param name="sheet">What it is written on.</param>
    public static string Table(
        string run, IReadOnlyList<StationMatch> matches, string unit, StationPlan plan, string? file, string? picture, Sheet sheet)
    {
        var (nearest, around) = (StationComparison.Of(matches), StationComparison.Of(matches, around: true));
        var heading = unit.Length > 0 ? "\n" + unit : "";
        var table = new TextTable(
            new("compared"), new("readings", true), new("bias" + heading, true), new("RMSE" + heading, true), new("correlation", true));
        Add("nearest pixel", nearest);
        Add("mean of 3 x 3", around);
        IEnumerable<string> lines =
        [
            .. sheet.Wrap(Answer(nearest, matches.Count, unit)).Select(sheet.Bold),
            .. plan.DataSets > 1
                ? sheet.Wrap($"compared with {plan.DataSet} alone, the first of {plan.DataSets} data sets of the run")
                : [],
            .. plan.OfMadeGranules ? sheet.Wrap(ImageListResponse.MadeNotice) : [],
            "",
            .. table.Lines(sheet),
            "",
            .. LeftOut(matches).SelectMany(clause => sheet.Wrap(clause)),
            .. matches.Any(match => match.Time is { IsOfDays: true }) ? sheet.Wrap(NoTimeOfDay) : [],
            .. plan.MixesDayAndNight ? sheet.Wrap(DayAndNight) : [],
            .. file is null
                ? ["matches  " + sheet.Command($"azureperf images match {run} --stations FILE --out FILE")]
                : sheet.Wrap(file, "matches  ", "         "),
            .. picture is null ? [] : sheet.Wrap(picture, "picture  ", "         "),
        ];
        return string.Concat(lines.Select(line => line + "\n"));

        void Add(string name, StationComparison comparison) => table.Add(
            name, NumberFormat.Count(comparison.Count), NumberFormat.Significant(comparison.Bias),
            NumberFormat.Significant(comparison.Rmse), NumberFormat.Significant(comparison.Correlation));
    }

    /// <summary>A scatter plot as SVG.</summary>
    /// <exception cref="CommandFailure">No reading has a pixel with a value, so that there is nothing to draw.</exception>
    public static string Picture(string run, IReadOnlyList<StationMatch> matches, string unit, bool ofMade)
    {
        var (points, answer) = (StationComparison.Scatter(matches), Answer(StationComparison.Of(matches), matches.Count, unit));
        return points.Count == 0
            ? throw new CommandFailure($"--picture: nothing to draw: {answer}")
            : StationScatter.Svg(
                "Images and readings from the ground", answer, $"Run {run}{(ofMade ? ", of made granules" : "")}", points, unit);
    }

    /// <summary>A line for each reading; what is not known is empty.</summary>
    public static string Csv(IEnumerable<StationMatch> matches)
    {
        var csv = new CsvText(
            "name", "latitude", "longitude", "time", "value", "image", "imageBegin", "imageEnd", "minutesApart", "nearest", "mean3x3",
            "cells3x3", "quality");
        foreach (var match in matches)
        {
            var reading = match.Reading;
            csv.Add(
                reading.Station, reading.Latitude, reading.Longitude, Moment(reading.Time), reading.Value, match.Image,
                Moment(match.Time?.Begin), Moment(match.Time?.End), match.MinutesApart is { } minutes ? Math.Round(minutes, 2) : null,
                match.Nearest, match.Around, match.CellsAround, match.Quality);
        }

        return csv.ToString();
    }

    /// <summary>The same with the comparisons; what is not known is null.</summary>
    public static string Json(string run, IReadOnlyList<StationMatch> matches, string unit, StationPlan plan) => JsonSerializer.Serialize(
        new
        {
            runId = run,
            dataSet = plan.DataSet,
            unit,
            nearest = Known(StationComparison.Of(matches)),
            mean3x3 = Known(StationComparison.Of(matches, around: true)),
            ofMadeGranules = plan.OfMadeGranules,
            matches = matches.Select(match => new
            {
                name = match.Reading.Station,
                match.Reading.Latitude,
                match.Reading.Longitude,
                match.Reading.Time,
                match.Reading.Value,
                match.Image,
                imageBegin = match.Time?.Begin,
                imageEnd = match.Time?.End,
                match.MinutesApart,
                match.Nearest,
                mean3x3 = match.Around,
                cells3x3 = match.CellsAround,
                match.Quality,
            }),
        },
        ApiJson.Options);

    /// <summary>Why no reading has an image: a clause.</summary>
    public static string NoneMatched(IReadOnlyList<StationReading> readings, StationPlan plan, int minutes) => plan.ImagesSeen == 0
        ? "the run made no image of a day that a reading can be compared with"
        : $"none of {NumberFormat.Counted(readings.Count, "reading")} lies on the tile of one of the run's "
            + $"{NumberFormat.Counted(plan.ImagesSeen, "image")} "
            + (plan.KnowsTimeOfDay ? $"within {NumberFormat.Counted(minutes, "minute")} of its time" : "on its day (UTC)")
            + $": the readings are of {NumberFormat.Instant(readings.Min(reading => reading.Time))} to "
            + $"{NumberFormat.Instant(readings.Max(reading => reading.Time))}"
            + (plan.KnowsTimeOfDay ? "; --minutes allows more" : "");

    /// <summary>"38 of 40 readings have a pixel: bias 0.0213 K, RMSE 0.412 K, correlation 0.998".</summary>
    private static string Answer(StationComparison nearest, int readings, string unit)
    {
        var begin = $"{NumberFormat.Count(nearest.Count)} of {NumberFormat.Counted(readings, "reading")} "
            + $"{(nearest.Count == 1 ? "has" : "have")} a pixel";
        return nearest.Count == 0
            ? begin + " with a value: the images have none where they lie"
            : $"{begin}: bias {With(nearest.Bias, unit)}, RMSE {With(nearest.Rmse, unit)}, "
                + $"correlation {NumberFormat.Significant(nearest.Correlation)}";
    }

    private static IEnumerable<string> LeftOut(IReadOnlyList<StationMatch> matches)
    {
        var without = matches.Count(match => match.Image.Length == 0);
        var empty = matches.Count(match => match is { Image.Length: > 0, Nearest: null });
        if (without > 0)
        {
            yield return $"{NumberFormat.Counted(without, "reading")} left out: no image of that place and time";
        }

        if (empty > 0)
        {
            yield return $"{NumberFormat.Counted(empty, "reading")} left out of nearest pixel: no value there, "
                + "for clouds, night or quality";
        }
    }

    private static string? Moment(DateTimeOffset? time) => time is { } known ? NumberFormat.InstantAttribute(known) : null;

    private static object Known(StationComparison comparison) => new
    {
        comparison.Count,
        bias = Finite(comparison.Bias),
        rmse = Finite(comparison.Rmse),
        correlation = Finite(comparison.Correlation),
    };

    private static double? Finite(double number) => double.IsFinite(number) ? number : null;

    private static string With(double number, string unit) =>
        NumberFormat.Significant(number) + (unit.Length > 0 ? " " + unit : "");
}
