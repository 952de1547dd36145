using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images` and the commands below it.</summary>
internal sealed class ImagesCommand : ToolCommand
{
    public ImagesCommand(Func<ParseResult, Session> open)
        : base(
            "images",
            "Makes pictures, maps and tables of a region from satellite images.",
            "azureperf images submit --area \"box 5 45 16 55\" --from 2024-01-25 --days 2 --wait",
            "azureperf images show 4x2k",
            "azureperf images download 4x2k --to alps")
    {
        Add(new SubmitImagesCommand(open));
        Add(new WatchImagesCommand(open));
        Add(new ShowImagesCommand(open));
        Add(new DownloadImagesCommand(open));
        Add(new MatchImagesCommand(open));
        Add(new KeepingImagesCommand(open));
        RequireSubcommand();
    }
}
