using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Shares;

/// <summary>`azureperf share revoke`.</summary>
internal sealed class RevokeShareCommand : ToolCommand
{
    private readonly Argument<string> _share = new("ID") { Description = "Id of the link, as `azureperf share list` has it." };

    public RevokeShareCommand(Func<ParseResult, Session> open)
        : base("revoke", "Ends a link at once. What it showed stays.", "azureperf share revoke 4x2kabcdefghij234567")
    {
        Add(_share);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_share), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string id, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        await api.RevokeShareAsync(id, cancellationToken);
        session.WriteEnd(id, "shareId", "revoked");
        return ExitCode.Ok;
    }
}
