using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Keys;

/// <summary>`azureperf keys revoke`.</summary>
internal sealed class RevokeKeyCommand : ToolCommand
{
    private readonly Argument<string> _key = new("KEY") { Description = "Id or name; never the key itself." };

    public RevokeKeyCommand(Func<ParseResult, Session> open)
        : base(
            "revoke",
            "Ends a key and the sign-ins with it, everywhere within five seconds. What it submitted stays.",
            "azureperf keys revoke ci",
            "azureperf keys revoke 4x2kabcdefghij234567")
    {
        Add(_key);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_key), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var id = await KeyArgument.ResolveAsync(api, text, cancellationToken);
        await api.RevokeKeyAsync(id, cancellationToken);
        session.WriteEnd(id, "keyId", "revoked");
        return ExitCode.Ok;
    }
}
