using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images show`.</summary>
internal sealed class ShowImagesCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();

    public ShowImagesCommand(Func<ParseResult, Session> open)
        : base(
            "show",
            "Shows what a run made: how many pictures and tables, how much of the region they cover, and what was not made.",
            "azureperf images show 4x2k",
            "azureperf images show 4x2k --output csv > files.csv")
    {
        Add(_run);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var images = await api.GetImagesAsync(run, cancellationToken);
        session.Write(
            () => ImageReport.Table(run, images.Value, api.ImagesPage(run), session.Sheet), () => ImageReport.Csv(run, images.Value),
            images.Json);
        return ExitCode.Ok;
    }
}
