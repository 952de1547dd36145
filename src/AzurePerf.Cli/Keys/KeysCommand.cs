using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Keys;

/// <summary>`azureperf keys` and the commands below it.</summary>
internal sealed class KeysCommand : ToolCommand
{
    public KeysCommand(Func<ParseResult, Session> open)
        : base(
            "keys",
            "Manages the API keys of a host that other machines reach.",
            "azureperf keys create --first ann --out ann.key",
            "azureperf keys create ci --scope submit --expires-days 30 --out ci.key",
            "azureperf keys list",
            "azureperf keys revoke ci")
    {
        Add(new CreateKeyCommand(open));
        Add(new ListKeysCommand(open));
        Add(new RevokeKeyCommand(open));
        RequireSubcommand();
    }
}
