using System.CommandLine;
using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf annotate`.</summary>
internal sealed class AnnotateCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<string?> _text = new("--text") { Description = "A remark to add.", HelpName = "TEXT" };
    private readonly Option<string[]> _tag = new("--tag") { Description = "A label to set. Repeatable.", HelpName = "KEY=VALUE" };
    private readonly Option<string[]> _untag = new("--untag") { Description = "A label to take away. Repeatable.", HelpName = "KEY" };

    public AnnotateCommand(Func<ParseResult, Session> open)
        : base(
            "annotate",
            "Adds a remark to a run or changes its labels; without options, shows them.",
            "azureperf annotate 4x2k --text \"the region was throttled\"",
            "azureperf annotate 4x2k --tag verdict=unusable --untag draft",
            "azureperf annotate 4x2k")
    {
        Add(_run);
        Add(_text);
        Add(_tag);
        Add(_untag);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), Change(parsed.GetValue(_text), parsed.GetValue(_tag) ?? [], parsed.GetValue(_untag) ?? []), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, JsonObject change, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var id = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var noted = change.Count == 0 ? await api.GetAnnotationsAsync(id, cancellationToken) : await api.AnnotateAsync(id, change, cancellationToken);
        session.Write(() => Table(noted.Value), () => Csv(noted.Value), noted.Json);
        return ExitCode.Ok;
    }

    private static JsonObject Change(string? text, string[] set, string[] removed)
    {
        var change = new JsonObject();
        if (text is not null)
        {
            change["text"] = text;
        }

        var tags = new JsonObject();
        foreach (var (name, value) in set.Select(tag => NamedText.Split(tag, "--tag", "verdict=good")))
        {
            tags[name] = value;
        }

        foreach (var name in removed)
        {
            tags[name] = null;
        }

        if (tags.Count > 0)
        {
            change["tags"] = tags;
        }

        return change;
    }

    private static string Table(AnnotationListResponse noted)
    {
        var labels = noted.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => PlainText.OneLine($"{tag.Key}={tag.Value}"));
        var remarks = noted.Annotations.SelectMany(remark => PlainText.Wrap(remark.Text, $"{NumberFormat.Minute(remark.At)} {PlainText.OneLine(remark.By)}: "));
        return string.Concat(PlainText.Wrap("labels: " + string.Join(", ", labels.DefaultIfEmpty("none"))).Concat(remarks).Select(line => line + "\n"));
    }

    private static string Csv(AnnotationListResponse noted)
    {
        var csv = new CsvText("runId", "at", "by", "text");
        foreach (var remark in noted.Annotations)
        {
            csv.Add(noted.RunId, remark.At, remark.By, remark.Text);
        }

        return csv.ToString();
    }
}
