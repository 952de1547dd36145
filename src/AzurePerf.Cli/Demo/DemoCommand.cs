using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Cli.Demo;

/// <summary>`azureperf demo`.</summary>
internal sealed class DemoCommand : ToolCommand
{
    private readonly Option<bool> _exit = new("--exit")
    {
        Description = "End after the last result: 0 only if every point of every run was measured.",
    };
    private readonly Option<bool> _details = new("--details") { Description = "Print the tables and notes of each run instead of a line." };
    private readonly ServiceOptions _services;

    public DemoCommand(Func<ParseResult, Session> open)
        : base(
            "demo",
            "Starts everything on this machine, measures all experiments that it can (those of disks need Linux) in their quick form, "
                + "and stays until Ctrl-C.",
            "azureperf demo",
            "azureperf demo --exit",
            "azureperf demo --details",
            "azureperf demo --port 5090")
    {
        _services = new(this, workers: 2, fewest: 2);
        Add(_exit);
        Add(_details);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var measuresDatabases = BuiltInExperiments.All.Any(experiment => experiment.Target == SqlTarget.Kind);
        var request = await _services.ReadAsync(parsed, session.Context, measuresDatabases, cancellationToken);
        var began = session.Context.Time.GetTimestamp();
        await using var services = await session.Context.Services.StartAsync(request, session.Say, cancellationToken);
        session.Say($"portal: {services.WebAddress}");
        using var api = session.OpenApi(services.WebAddress);
        var runs = new DemoRuns(session, api, parsed.GetValue(_details), cancellationToken);
        var outcome = await MeasureAsync(services, runs, cancellationToken);
        var exits = parsed.GetValue(_exit);
        Conclude(session, outcome, session.Context.Time.GetElapsedTime(began), exits ? null : services.WebAddress);
        if (exits)
        {
            return outcome.Complete ? ExitCode.Ok : ExitCode.Failure;
        }

        session.Say("everything stays up; Ctrl-C ends it");
        return await services.WaitForInterruptionAsync(session.Context.Time, cancellationToken);
    }

    private static async Task<DemoOutcome> MeasureAsync(IRunningServices services, DemoRuns runs, CancellationToken cancellationToken)
    {
        try
        {
            return await services.WhileTheyRunAsync(runs.MeasureAsync, cancellationToken);
        }
        catch (Exception exception)
            when (exception is CommandFailure ? !services.Ended.IsCompleted : cancellationToken.IsCancellationRequested)
        {
            // In a real control account they would wait for the next start.
            await runs.CancelAsync();
            throw;
        }
    }

    // Tables are for people, and so are these lines; documents and lines for programs must stay clean.
    private static void Conclude(Session session, DemoOutcome outcome, TimeSpan took, Uri? portal)
    {
        if (session.Format != OutputFormat.Table)
        {
            outcome.Summarise(took).Concat(outcome.Places(portal)).ToList().ForEach(session.Say);
            return;
        }

        var next = outcome.Next(portal).ToArray();
        var column = next.Max(one => one.Command.Length) + 2;
        var fit = next.All(one => 2 + column + one.Does.Length <= session.Sheet.Columns);
        IEnumerable<string> lines =
        [
            "", .. outcome.Summarise(took).SelectMany(line => session.Sheet.Wrap(line)), "",
            .. outcome.Places(portal),
            "try next:",
            .. next.SelectMany<(string Command, string Does), string>(one =>
                fit ? [$"  {one.Command.PadRight(column)}{one.Does}"] : [$"  {one.Command}", $"      {one.Does}"]),
        ];
        session.WriteText(string.Concat(lines.Select(line => line + "\n")));
    }
}
