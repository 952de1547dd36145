using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Programs;

/// <summary>`azureperf programs revoke`.</summary>
internal sealed class RevokeProgramCommand : ToolCommand
{
    private readonly Argument<string> _hash = ProgramArgument.Create();

    public RevokeProgramCommand(Func<ParseResult, Session> open)
        : base("revoke", "Revokes a program for good: it runs no more. What it made stays.", "azureperf programs revoke 3f7a90c2")
    {
        Add(_hash);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_hash), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, CancellationToken cancellationToken)
    {
        var prefix = ProgramArgument.Require(text);
        using var api = session.OpenApi();
        var hash = (await api.GetProgramAsync(prefix, cancellationToken)).Value.Hash;
        await api.RevokeProgramAsync(hash, cancellationToken);
        session.WriteEnd(hash, "programHash", "revoked");
        return ExitCode.Ok;
    }
}
