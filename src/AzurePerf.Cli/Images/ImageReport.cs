using System.Globalization;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>What a run made, for people and for programs.</summary>
internal static class ImageReport
{
    /// <summary>Says what a followed run made, unless the watch ended before it.</summary>
    /// <param name="session">Where it is said.</param>
    /// <param name="api">The API.</param>
    /// <param name="run">The run.</param>
    /// <param name="code">What the watch ended with.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static async Task SayMadeAsync(
        Session session, ApiClient api, string run, int code, CancellationToken cancellationToken)
    {
        if (code == ExitCode.TimedOut)
        {
            return;
        }

        var (images, reason) = await api.FindImagesAsync(run, cancellationToken);
        var sentence = images is null ? reason : Made(images.Value)
            + (images.Value.Results.Count > 0 ? $"; get the files with `azureperf images download {run} --to DIR`" : "");
        var notice = images is { Value.OfMadeGranules: true } ? ImageListResponse.MadeNotice : "";
        if (session.Format == OutputFormat.Table && images is not null)
        {
            session.WriteText(string.Join('\n', session.Sheet.Wrap(session.Sheet.Advise(WithNotice()))));
        }
        else if (images is not null && code == ExitCode.Ok)
        {
            session.Say(sentence);
            if (notice.Length > 0)
            {
                session.Tell(notice);
            }
        }
        else
        {
            session.Tell(WithNotice());
        }

        string WithNotice() => notice.Length > 0 ? $"{sentence}. {notice.TrimEnd('.')}" : sentence;
    }

    /// <summary>"made 2 results: 1 x picture, 1 x zones; coverage 41 % to 88 %; 1 planned and not made; 3 images of a
    /// day without any granule".</summary>
    public static string Made(ImageListResponse images)
    {
        if (images.Results.Count == 0)
        {
            return "no picture or table was made" + Missing(images);
        }

        var kinds = images.Results.GroupBy(result => result.Reduction, StringComparer.Ordinal)
            .Select(group => $"{NumberFormat.Count(group.Count())} x {group.Key}");
        return $"made {NumberFormat.Counted(images.Results.Count, "result")}: {string.Join(", ", kinds)}; {Coverage(images.Results)}"
            + Missing(images);
    }

    /// <summary>The answer first, then a row per result.</summary>
    public static string Table(string run, ImageListResponse images, Uri page, Sheet sheet)
    {
        var table = new TextTable(
            new("result"), new("first day"), new("last day"), new("coverage", true), new("files") { IsName = true });
        foreach (var result in images.Results)
        {
            table.Add(
                result.DataSet.Length == 0 ? result.Reduction : $"{result.Reduction} of {result.DataSet}", Day(result.First),
                Day(result.Last), NumberFormat.Percent(result.Coverage), string.Join(", ", result.Files.Select(file => file.Name)));
        }

        IEnumerable<string> lines =
        [
            .. sheet.Wrap(Made(images)).Select(sheet.Bold),
            .. images.OfMadeGranules ? sheet.Wrap(ImageListResponse.MadeNotice) : [],
            .. sheet.Wrap(
                $"from {NumberFormat.Counted(images.Images, "image")} of a day and {NumberFormat.Counted(images.Periods, "image")} "
                    + "of a period"),
            .. table.Rows > 0 ? table.Lines(sheet).Prepend("").Append("") : [""],
            "files  " + sheet.Command($"azureperf images download {run} --to DIR"),
            "page   " + page.AbsoluteUri,
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>A line per file.</summary>
    public static string Csv(string run, ImageListResponse images)
    {
        var csv = new CsvText("runId", "reduction", "first", "last", "coverage", "file", "contentType", "url", "dataSet");
        foreach (var result in images.Results)
        {
            foreach (var file in result.Files)
            {
                csv.Add(
                    run, result.Reduction, Day(result.First), Day(result.Last), result.Coverage, file.Name, file.ContentType, file.Url,
                    result.DataSet);
            }
        }

        return csv.ToString();
    }

    /// <summary>As the folders of a download have it.</summary>
    public static string Day(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Coverage(IReadOnlyCollection<ImageResultResponse> made)
    {
        var (least, most) = (NumberFormat.Percent(made.Min(one => one.Coverage)), NumberFormat.Percent(made.Max(one => one.Coverage)));
        return least == most ? $"coverage {least}" : $"coverage {least} to {most}";
    }

    private static string Missing(ImageListResponse images) =>
        (images.NotMade > 0 ? $"; {NumberFormat.Count(images.NotMade)} planned and not made" : "")
            + (images.InputMissing > 0 ? $"; {NumberFormat.Counted(images.InputMissing, "image")} of a day without one of the inputs" : "")
            + (images.NotCovered > 0 ? $"; {NumberFormat.Counted(images.NotCovered, "image")} of a day without any granule" : "")
            + (images.NotListed > 0
                ? $"; {NumberFormat.Counted(images.NotListed, "image")} of a day not known, because the listing failed"
                : "");
}
