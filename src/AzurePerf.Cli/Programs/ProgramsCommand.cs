using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Programs;

/// <summary>`azureperf programs` and the commands below it.</summary>
internal sealed class ProgramsCommand : ToolCommand
{
    public ProgramsCommand(Func<ParseResult, Session> open)
        : base(
            "programs",
            "Uploads, lists and revokes your own programs for images.",
            "azureperf programs add ndvi/",
            "azureperf programs list",
            "azureperf programs show 3f7a90c2",
            "azureperf programs revoke 3f7a90c2")
    {
        Add(new AddProgramCommand(open));
        Add(new ListProgramsCommand(open));
        Add(new ShowProgramCommand(open));
        Add(new RevokeProgramCommand(open));
        RequireSubcommand();
    }
}
