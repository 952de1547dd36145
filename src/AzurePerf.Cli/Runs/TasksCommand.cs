using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf tasks`.</summary>
internal sealed class TasksCommand : ToolCommand
{
    private const int MostTasks = 10_000;
    private const int MostOnPage = 200;
    private const string StageName = "stage";

    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<int?> _task = IntegerOption.CreateOptional(
        "--task", "One task by its number, with each of its attempts and what they said.", 0, int.MaxValue);

    private readonly Option<int> _limit = IntegerOption.Create("--limit", "How many tasks at most.", 1, MostTasks, byDefault: 50);
    private readonly (string Parameter, Option<string?> Option)[] _filters =
    [
        (StageName,
            new("--stage")
            {
                Description = "Name of the stage, such as source-download. "
                    + "[the one that is open, else the first with failed tasks, else the last]",
                HelpName = "NAME",
            }),
        ("state",
            new("--state")
            {
                Description = "waiting, running, done, failed, missed or cancelled; several with commas.",
                HelpName = "WORD[,WORD...]",
            }),
        ("outcome",
            new("--outcome")
            {
                Description = "success, or a cause why an attempt ended without a result, such as timedOut; several with commas.",
                HelpName = "WORD[,WORD...]",
            }),
        ("worker", new("--worker") { Description = "Id of the worker that executes it or did so last.", HelpName = "ID" }),
    ];

    public TasksCommand(Func<ParseResult, Session> open)
        : base(
            "tasks",
            "Lists the tasks of a stage of a run, or shows one with its attempts.",
            "azureperf tasks 4x2k",
            "azureperf tasks 4x2k --stage reprojection --state failed",
            "azureperf tasks 4x2k --outcome timedOut,workerLost --output csv",
            "azureperf tasks 4x2k --stage reprojection --task 17")
    {
        Add(_run);
        Add(_task);
        Add(_limit);
        foreach (var (_, option) in _filters)
        {
            Add(option);
        }

        Validators.Add(result =>
        {
            if (result.GetResult(_task) is not null && ChoosersOf(result).FirstOrDefault() is { Name: { } chooser })
            {
                result.AddError($"--task names one task, so that {chooser} has nothing to choose from");
            }
        });
        SetAction((parsed, cancellationToken) => parsed.GetValue(_task) is { } task
            ? ShowAsync(open(parsed), parsed.GetRequiredValue(_run), task, Query(parsed), cancellationToken)
            : ListAsync(open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_limit), Query(parsed), cancellationToken));
    }

    private static async Task<int> ListAsync(
        Session session, string text, int limit, List<(string Name, string Value)> query, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var list = await api.ListTasksAsync(run, Math.Min(limit, MostOnPage), query, cancellationToken);
        while (list.Value is { Next: { } next } && list.Value.Tasks.Count < limit)
        {
            var rest = NextPage.Of(next, Math.Min(limit - list.Value.Tasks.Count, MostOnPage));
            list = Joined(list.Value, (await api.NextTasksAsync(rest, cancellationToken)).Value);
        }

        session.Write(() => TaskReport.Table(list.Value, session.Sheet), () => TaskReport.Csv(list.Value), list.Json);
        if (list.Value.Next is not null)
        {
            session.Say($"the stage has more tasks: --limit takes up to {NumberFormat.Count(MostTasks)}");
        }

        return ExitCode.Ok;
    }

    private static async Task<int> ShowAsync(
        Session session, string text, int number, List<(string Name, string Value)> query, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var stage = query.Count > 0
            ? query[0].Value
            : (await api.ListTasksAsync(run, 1, [], cancellationToken)).Value.Stage?.Name
                ?? throw CommandFailure.Usage($"run {run} is not planned yet, so it has no tasks");
        var task = await api.GetTaskAsync(run, stage, number, cancellationToken);
        session.Write(() => TaskReport.Detail(task.Value, session.Sheet), () => TaskReport.Csv(task.Value), task.Json);
        return ExitCode.Ok;
    }

    private static ApiDocument<TaskListResponse> Joined(TaskListResponse first, TaskListResponse second)
    {
        var joined = second with { Tasks = [.. first.Tasks, .. second.Tasks] };
        return new(joined, JsonSerializer.Serialize(joined, ApiJson.Options));
    }

    /// <summary>What was given to choose tasks of a stage by.</summary>
    private IEnumerable<Option> ChoosersOf(CommandResult result) => _filters.Where(filter => filter.Parameter != StageName)
        .Select(filter => (Option)filter.Option).Append(_limit)
        .Where(option => result.GetResult(option) is { Implicit: false });

    private List<(string Name, string Value)> Query(ParseResult parsed) =>
    [
        .. _filters.Where(filter => parsed.GetValue(filter.Option) is not null)
            .Select(filter => (filter.Parameter, parsed.GetValue(filter.Option)!)),
    ];
}
