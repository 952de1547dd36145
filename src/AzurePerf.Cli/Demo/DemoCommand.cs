using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Demo;

/// <summary>`azureperf demo`.</summary>
internal sealed class DemoCommand : ToolCommand
{
    private readonly Option<bool> _exit = new("--exit")
    {
        Description = "End after the last result: 0 only if every point of every run was measured.",
    };
    private readonly ServiceOptions _services;

    public DemoCommand(Func<ParseResult, Session> open)
        : base(
            "demo",
            "Starts everything on this machine, measures all experiments in their quick form, and stays until Ctrl-C.",
            "azureperf demo",
            "azureperf demo --exit",
            "azureperf demo --port 5090")
    {
        _services = new(this, workers: 2);
        Add(_exit);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var request = await _services.ReadAsync(parsed, session.Context, cancellationToken);
        var began = session.Context.Time.GetTimestamp();
        await using var services = await session.Context.Services.StartAsync(request, session.Say, cancellationToken);
        session.Say($"portal: {services.WebAddress}");
        using var api = session.OpenApi(services.WebAddress);
        var outcome = await MeasureAsync(session, services, api, cancellationToken);
        foreach (var line in outcome.Summarise(session.Context.Time.GetElapsedTime(began), services.WebAddress))
        {
            Conclude(session, line);
        }

        if (parsed.GetValue(_exit))
        {
            return outcome.Complete ? ExitCode.Ok : ExitCode.Failure;
        }

        session.Say("everything stays up; Ctrl-C ends it");
        return await services.WaitForInterruptionAsync(session.Context.Time, cancellationToken);
    }

    private static async Task<DemoOutcome> MeasureAsync(
        Session session, IRunningServices services, ApiClient api, CancellationToken cancellationToken)
    {
        var runs = new DemoRuns(session, api);
        try
        {
            return await services.WhileTheyRunAsync(runs.MeasureAsync, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await runs.CancelAsync();
            throw;
        }
    }

    // Tables are for people, and so are these lines; documents and lines for programs must stay clean.
    private static void Conclude(Session session, string line)
    {
        if (session.Format == OutputFormat.Table)
        {
            session.WriteText(line + "\n");
        }
        else
        {
            session.Say(line);
        }
    }
}
