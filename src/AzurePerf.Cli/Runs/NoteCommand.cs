using System.CommandLine;
using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf note`.</summary>
internal sealed class NoteCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<string?> _text = new("--text") { Description = "A note to add.", HelpName = "TEXT" };
    private readonly Option<string[]> _tag = new("--tag") { Description = "A tag to set. Repeatable.", HelpName = "KEY=VALUE" };
    private readonly Option<string[]> _untag = new("--untag") { Description = "A tag to take away. Repeatable.", HelpName = "KEY" };

    public NoteCommand(Func<ParseResult, Session> open, string name = "note")
        : base(
            name,
            "Adds a note to a run or changes its tags; without options, shows them.",
            "azureperf note 4x2k --text \"the region was throttled\"",
            "azureperf note 4x2k --tag verdict=unusable --untag draft",
            "azureperf note 4x2k")
    {
        Add(_run);
        Add(_text);
        Add(_tag);
        Add(_untag);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run),
            Change(parsed.GetValue(_text), parsed.GetValue(_tag) ?? [], parsed.GetValue(_untag) ?? []), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, JsonObject change, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var id = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var noted = change.Count == 0
            ? await api.GetNotesAsync(id, cancellationToken)
            : await api.ChangeNotesAsync(id, change, cancellationToken);
        session.Write(() => Table(noted.Value, session.Sheet), () => Csv(noted.Value), noted.Json);
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

    private static string Table(NoteListResponse noted, Sheet sheet)
    {
        var tags = noted.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => PlainText.OneLine($"{tag.Key}={tag.Value}"));
        var notes =
            noted.Notes.SelectMany(note => sheet.Wrap(note.Text, $"{NumberFormat.Minute(note.At)} {PlainText.OneLine(note.By)}: "));
        return string.Concat(
            sheet.Wrap("tags: " + string.Join(", ", tags.DefaultIfEmpty("none"))).Concat(notes).Select(line => line + "\n"));
    }

    private static string Csv(NoteListResponse noted)
    {
        var csv = new CsvText("runId", "at", "by", "text");
        foreach (var note in noted.Notes)
        {
            csv.Add(noted.RunId, note.At, note.By, note.Text);
        }

        return csv.ToString();
    }
}
