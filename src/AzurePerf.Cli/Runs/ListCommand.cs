using System.CommandLine;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf list`.</summary>
internal sealed class ListCommand : ToolCommand
{
    private const int MostRuns = 2_000;
    private const int MostOnPage = 200;

    private readonly Option<int> _limit = IntegerOption.Create("--limit", "How many runs at most.", 1, MostRuns, byDefault: 20);
    private readonly (string Parameter, Option<string?> Option)[] _filters =
    [
        ("state",
            new("--state")
            {
                Description = $"{string.Join(", ", RunStateWords.OfOneState)}, {RunStateWords.Open} or {RunStateWords.Ended}; several with "
                    + "commas.",
                HelpName = "WORD[,WORD...]",
            }),
        ("experiment",
            new("--experiment") { Description = "Ids from `azureperf experiments`; several with commas.", HelpName = "ID[,ID...]" }),
        ("target", new("--target") { Description = "Name of the target.", HelpName = "NAME" }),
        ("owner", new("--owner") { Description = "Who submitted it.", HelpName = "NAME" }),
        ("text", new("--text") { Description = "A part of the name, the experiment or a tag's value.", HelpName = "TEXT" }),
    ];

    private readonly Option<string[]> _tag = new("--tag")
    {
        Description = "A tag that the run has, with this value or with any. Repeatable, all of them.",
        HelpName = "KEY[=VALUE]",
    };

    public ListCommand(Func<ParseResult, Session> open)
        : base(
            "list",
            "Lists runs, newest first.",
            "azureperf list",
            "azureperf list --state failed --experiment blob.download --tag region=westeurope",
            "azureperf list --limit 1000 --output csv")
    {
        Add(_limit);
        foreach (var (_, option) in _filters)
        {
            Add(option);
        }

        Add(_tag);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetValue(_limit), Query(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, int limit, List<(string Name, string Value)> query, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListRunsAsync(Math.Min(limit, MostOnPage), query, cancellationToken);
        while (list.Value is { Next: { } next } && list.Value.Runs.Count < limit)
        {
            var rest = NextPage.Of(next, Math.Min(limit - list.Value.Runs.Count, MostOnPage));
            list = Joined(list.Value, (await api.NextRunsAsync(rest, cancellationToken)).Value);
        }

        session.Write(
            () => RunListReport.Table(list.Value, query.Count > 0, session.Context.Time.GetUtcNow(), session.Sheet),
            () => RunListReport.Csv(list.Value),
            list.Json);
        if (list.Value.Next is not null)
        {
            session.Say(limit < MostRuns
                ? FormattableString.Invariant($"there may be older runs: --limit {Math.Min(MostRuns, 10 * limit)} looks further")
                : $"there may be older runs: one list has {NumberFormat.Count(MostRuns)} at most; "
                    + "--experiment, --target or --tag choose among them");
        }

        await RemarkAsync(session, api, list.Value, query, cancellationToken);
        return ExitCode.Ok;
    }

    /// <summary>A list may be empty because no experiment has the name that was asked for. The host may have run it before it forgot it, so
    /// its runs are listed all the same.</summary>
    private static async Task RemarkAsync(
        Session session, ApiClient api, RunListResponse list, List<(string Name, string Value)> query, CancellationToken cancellationToken)
    {
        string[] unseen = [.. query.Where(part => part.Name == "experiment")
            .SelectMany(part => part.Value.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .Where(id => id != MaintenanceRun.Experiment && list.Runs.All(run => run.Experiment != id))];
        foreach (var id in unseen)
        {
            if (await api.FindExperimentAsync(id, cancellationToken) is null)
            {
                var known = (await api.ListExperimentsAsync(cancellationToken)).Value.Experiments.Select(experiment => experiment.Id);
                session.Say($"no experiment is called {id}{NearestWord.Question(id, known)}");
            }
        }
    }

    private static ApiDocument<RunListResponse> Joined(RunListResponse first, RunListResponse second)
    {
        var joined = new RunListResponse([.. first.Runs, .. second.Runs]) { Next = second.Next };
        return new(joined, JsonSerializer.Serialize(joined, ApiJson.Options));
    }

    private List<(string Name, string Value)> Query(ParseResult parsed) =>
    [
        .. _filters.Where(filter => parsed.GetValue(filter.Option) is not null)
            .Select(filter => (filter.Parameter, parsed.GetValue(filter.Option)!)),
        .. (parsed.GetValue(_tag) ?? []).Select(tag => ("tag", tag)),
    ];
}
