using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;

namespace AzurePerf.TaskManager.Mail;

/// <summary>Counts what a run made of images, by its manifest, and finds a small picture of it.</summary>
internal sealed class ImageCounts(ExperimentCatalogue experiments, ProductStore products)
{
    /// <summary>The largest picture that a mail brings along.</summary>
    private const int MostPictureBytes = 256 * 1024;

    /// <summary>Pictures that are looked at for a small one: as many of the user's own program, first, and as many others.</summary>
    private const int MostLookedAt = 10;

    private const int MostFilesNamed = 5;

    /// <summary>Null for a run that makes no images, and where its manifest is missing or cannot be read, or this build does not know its
    /// parameters.</summary>
    public async Task<MadeImages?> FindAsync(RunState run, CancellationToken cancellationToken)
    {
        if (run.Spec.Experiment != ImageStages.Experiment)
        {
            return null;
        }

        try
        {
            if (RequestOf(run) is not { } request)
            {
                return null;
            }

            await using var manifest = await products.OpenAsync(ImageNames.ManifestOf(request, run.RunId), "", cancellationToken);
            if (manifest is null)
            {
                return null;
            }

            var program = request.Options.Program;
            var none = new MadeImages
            {
                Product = request.Subject.Product.Id,
                Program = program.Length > 0 ? program[..ProgramHash.ShortestPrefix] : "",
            };
            var (counted, pictures) = await CountAsync(manifest.Stream, none, cancellationToken);
            return await WithPictureAsync(counted, request, pictures, cancellationToken);
        }
        catch (InvalidDataException)
        {
            // The page of the images says what is wrong with it. It may be a spec that another build accepted, too.
            return null;
        }
    }

    private ImageRequest? RequestOf(RunState run) =>
        experiments.Find(run.Spec.Experiment) is { } definition
            && RunPlanner.BindStages(definition, run.Spec) is ModisPipelineOptions options
            ? ImageRequest.Read(options).Request
            : null;

    private static async Task<(MadeImages Counted, IReadOnlyList<ManifestResult> Pictures)> CountAsync(
        Stream manifest, MadeImages none, CancellationToken cancellationToken)
    {
        var counted = none;
        var (ofProgram, others, files) = (new List<ManifestResult>(), new List<ManifestResult>(), new List<string>());
        await foreach (var entry in ImageManifestReader.ReadAsync(manifest, cancellationToken))
        {
            counted = Add(counted, entry);
            if (entry is not ManifestResult { ValuesHash.Length: > 0 } result)
            {
                continue;
            }

            var pictures = result.IsOfProgram ? ofProgram : others;
            if (pictures.Count < MostLookedAt && result.Picture is not null)
            {
                pictures.Add(result);
            }

            if (result.IsOfProgram)
            {
                files.AddRange(result.Files.Select(file => file.Name).Except(files).Take(MostFilesNamed - files.Count));
            }
        }

        return (counted with { ProgramFiles = files }, [.. ofProgram, .. others]);
    }

    private static MadeImages Add(MadeImages counted, ManifestEntry entry) => entry switch
    {
        ManifestImage image => counted with
        {
            DaysPlanned = counted.DaysPlanned + 1,
            Days = counted.Days + One(image.ValuesHash.Length > 0),
            InputMissing = counted.InputMissing + One(image is { InputMissing: true, ValuesHash.Length: > 0 }),
        },
        ManifestPeriod period => counted with
        {
            PeriodsPlanned = counted.PeriodsPlanned + 1,
            Periods = counted.Periods + One(period.ValuesHash.Length > 0),
        },
        ManifestResult result => counted with
        {
            ResultsPlanned = counted.ResultsPlanned + 1,
            Results = counted.Results + One(result.ValuesHash.Length > 0),
        },
        ManifestGap => counted with { NotCovered = counted.NotCovered + 1 },
        ManifestNotListed => counted with { NotListed = counted.NotListed + 1 },
        ManifestOfMadeGranules => counted with { OfMadeGranules = true },
        _ => counted,
    };

    private async Task<MadeImages> WithPictureAsync(
        MadeImages counted, ImageRequest request, IReadOnlyList<ManifestResult> pictures, CancellationToken cancellationToken)
    {
        foreach (var result in pictures)
        {
            await using var content = await products.OpenAsync(
                ImageNames.OfResult(request, result.First, result.Key), result.Picture!.Suffix, cancellationToken);
            if (content is { Bytes: > 0 and <= MostPictureBytes })
            {
                var bytes = new byte[content.Bytes];
                await content.Stream.ReadExactlyAsync(bytes, cancellationToken);
                return counted with
                {
                    Picture = bytes,
                    PictureWords = (result.IsOfProgram ? $"{result.Picture.Name} of program {counted.Program}, " : $"{counted.Product}, ")
                        + $"{DayText(result.First)} to {DayText(result.Last)}",
                };
            }
        }

        return counted;
    }

    private static string DayText(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static int One(bool counts) => counts ? 1 : 0;
}
