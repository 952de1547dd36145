using System.CommandLine;

namespace AzurePerf.Cli.Runs;

/// <summary>The option of every command that submits a run: where mail goes at its end.</summary>
internal static class MailOption
{
    public static Option<string?> Create() => new("--mail")
    {
        Description = "Send a mail when the run has ended: to your own address, or one at a domain that the operator allows.",
        HelpName = "ADDRESS",
    };
}
