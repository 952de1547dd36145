using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Programs;

namespace AzurePerf.Cli.Programs;

/// <summary>`azureperf programs list`.</summary>
internal sealed class ListProgramsCommand : ToolCommand
{
    public ListProgramsCommand(Func<ParseResult, Session> open)
        : base("list", "Lists programs: what they make, who uploaded them, and whether they were revoked.", "azureperf programs list",
            "azureperf programs list --output csv") =>
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListProgramsAsync(cancellationToken);
        if (!list.Value.Allowed)
        {
            session.Say(ProgramOptions.NotAllowed);
        }

        foreach (var fault in list.Value.Faults)
        {
            session.Say("a stored program makes no sense and does not run: " + fault);
        }

        session.Write(
            () => ProgramReport.Table(list.Value.Programs, session.Sheet), () => ProgramReport.Csv(list.Value.Programs), list.Json);
        return ExitCode.Ok;
    }
}
