using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Programs;

/// <summary>`azureperf programs show`.</summary>
internal sealed class ShowProgramCommand : ToolCommand
{
    private readonly Argument<string> _hash = ProgramArgument.Create();

    public ShowProgramCommand(Func<ParseResult, Session> open)
        : base("show", "Shows one program: how it is run, what it makes, and what it may use.", "azureperf programs show 3f7a90c2",
            "azureperf programs show 3f7a90c2 --output json")
    {
        Add(_hash);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_hash), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, CancellationToken cancellationToken)
    {
        var hash = ProgramArgument.Require(text);
        using var api = session.OpenApi();
        var program = await api.GetProgramAsync(hash, cancellationToken);
        session.Write(
            () => ProgramReport.Details(program.Value, session.Sheet), () => ProgramReport.Csv([program.Value]), program.Json);
        return ExitCode.Ok;
    }
}
