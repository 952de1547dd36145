using AzurePerf.Cli.Api;
using AzurePerf.Cli.Images;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Demo;

/// <summary>The picture that a demo makes of satellite images.</summary>
/// <param name="Run">The run that made it.</param>
/// <param name="Made">What was made, as a clause.</param>
/// <param name="File">Where it is on this machine, which is still so when the demo is gone; empty where it could not be saved.</param>
/// <param name="Page">Where the portal shows it.</param>
internal sealed record DemoPicture(string Run, string Made, string File, Uri Page)
{
    private const string Png = ".png";

    /// <summary>Saves the first picture of a run in a folder of its own; null where the run made no images.</summary>
    public static async Task<DemoPicture?> SaveAsync(Session session, ApiClient api, string run, CancellationToken cancellationToken)
    {
        if (await api.FindImagesAsync(run, cancellationToken) is not { Images.Value: { } images })
        {
            return null;
        }

        var made = ImageReport.Made(images) + (images.OfMadeGranules ? " of made granules" : "");
        var saved = "";
        try
        {
            if (RunFile.OfResults(images).FirstOrDefault(file => file.Path.EndsWith(Png, StringComparison.Ordinal)) is { } picture)
            {
                var folder = new DownloadFolder(Directory.CreateTempSubdirectory("azureperf-demo-"));
                await new ImageDownload(api, run, folder, since: null, session.Context.Time).BringAsync(picture, cancellationToken);
                saved = Path.Combine(folder.Path, picture.Path);
            }
        }
        catch (Exception exception) when (exception is CommandFailure or IOException or UnauthorizedAccessException)
        {
            session.Say("the picture was not saved: " + exception.Message);
        }

        return new(run, made, saved, api.ImagesPage(run));
    }
}
