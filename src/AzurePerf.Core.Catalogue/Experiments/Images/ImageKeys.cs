using System.Globalization;
using System.Text;
using AzurePerf.Core.Measurements;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>
/// The keys of what is made, in the catalogue of products: what it is, a hash of the parameters and the version of the kernels, and a hash
/// of the inputs. The same request always has the same key.
/// </summary>
public static class ImageKeys
{
    private const int ParameterDigits = 8;
    private const int WholeDigits = 24;

    /// <summary>An image of a day.</summary>
    /// <param name="request">Its parameters.</param>
    /// <param name="day">The day.</param>
    /// <param name="tile">The tile.</param>
    /// <param name="inputs">The files it is made of, in the order that counts.</param>
    public static string OfImage(ImageRequest request, DateOnly day, string tile, IEnumerable<SourceFile> inputs) =>
        KeyOf(tile, ParametersOfImage(request), [Text(day), .. inputs.Select(input => input.Key)], ".tif");

    /// <summary>How the keys of all images of a tile begin that have these parameters, whatever they are made of.</summary>
    /// <param name="request">The parameters.</param>
    /// <param name="tile">The tile.</param>
    public static string PrefixOfImage(ImageRequest request, string tile) =>
        $"{tile}-{Digits(ParametersOfImage(request), ParameterDigits)}-";

    /// <summary>What the days of a period became.</summary>
    /// <param name="request">Its parameters.</param>
    /// <param name="period">The days.</param>
    /// <param name="tile">The tile.</param>
    /// <param name="days">Keys of the images it is made of, in the order of their days.</param>
    public static string OfPeriod(ImageRequest request, ImagePeriod period, string tile, IEnumerable<string> days) =>
        KeyOf(
            tile, [.. SubjectOf(request), request.Options.Aggregate.ToString()], [Text(period.First), Text(period.Last), .. days], ".tif");

    /// <summary>A picture, a table or what a program makes of a period. Of what a program cannot see its key does not depend.</summary>
    /// <param name="request">Its parameters; of a picture or a table those of its layer.</param>
    /// <param name="reduction">Its name.</param>
    /// <param name="period">The period.</param>
    /// <param name="tiles">Keys of what it is made of, in the order of their tiles.</param>
    public static string OfResult(ImageRequest request, string reduction, ImagePeriod period, IEnumerable<string> tiles)
    {
        var (bounds, options) = (request.Area.Bounds, request.Options);
        string[] parameters = reduction == RequestReductions.Program
            ? [.. request.Layers.SelectMany(SubjectOf), options.Aggregate.ToString(), options.Program]
            :
            [
                .. SubjectOf(request), options.Aggregate.ToString(), options.Projection.ToString(), options.Resampling.ToString(),
                string.Create(CultureInfo.InvariantCulture, $"{bounds.West:R} {bounds.South:R} {bounds.East:R} {bounds.North:R}"),
                string.Join(' ', request.Area.Tiles),
            ];
        return KeyOf(reduction, parameters, [Text(period.First), Text(period.Last), .. tiles], "");
    }

    /// <summary>64 hexadecimal digits.</summary>
    internal static string HashOf(string text) => FileHash.Of(Encoding.UTF8.GetBytes(text));

    private static IEnumerable<string> SubjectOf(ImageRequest request)
    {
        var subject = request.Subject;
        return [KernelVersion.Current, subject.Product.Id, subject.DataSet.Name, subject.BandName, subject.Quality];
    }

    // Of swaths, granules that cannot be read are left out under one choice, and under the other there is no image. An estimate, which
    // knows no inputs, tells images of days from others by the light.
    private static string[] ParametersOfImage(ImageRequest request) => request.Subject.Product.File.Kind == ProductKind.Swath
        ?
        [
            .. SubjectOf(request), request.Options.Merge.ToString(), request.Options.Missing.ToString(),
            .. request.Options.Light == SwathLight.Any ? Array.Empty<string>() : [request.Options.Light.ToString()],
        ]
        : [.. SubjectOf(request), request.Options.Merge.ToString()];

    /// <summary>The first digits only find images of the same parameters; the others are of everything.</summary>
    private static string KeyOf(string what, IReadOnlyList<string> parameters, IReadOnlyList<string> inputs, string ending) =>
        $"{what}-{Digits(parameters, ParameterDigits)}-{Digits([.. parameters, .. inputs], WholeDigits)}{ending}";

    private static string Digits(IReadOnlyList<string> parts, int digits) => HashOf(string.Join('\n', parts))[..digits];

    /// <summary>A day as it stands in keys and manifests, such as 2024-01-25.</summary>
    internal static string Text(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
