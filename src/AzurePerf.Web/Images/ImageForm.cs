using System.Text.Json;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Imagery.Areas;
using AzurePerf.Imagery.Products;
using AzurePerf.Web.Runs.Form;
using Microsoft.Extensions.Primitives;

namespace AzurePerf.Web.Images;

/// <summary>
/// The form for images as its fields hold it. It becomes the form of a run, and goes the way of that: the area is put together of four
/// numbers or a text, and product, data set and band are one choice.
/// </summary>
internal sealed class ImageForm
{
    public const string West = "west";
    public const string South = "south";
    public const string East = "east";
    public const string North = "north";

    /// <summary>Tiles or a polygon; it wins over the box.</summary>
    public const string Places = "places";

    /// <summary>Product, data set and band.</summary>
    public const string Subject = "subject";

    public const string Reductions = "reductions";

    /// <summary>Hash of the user's own program; with one the reduction of that name is part of the request.</summary>
    public const string Program = RunForm.Prefix + "program";

    /// <summary>Names of further data sets of the product, with blanks between them.</summary>
    public const string MoreDataSets = "moreDataSets";

    private const string Box = "box ";
    private const char Between = '|';
    private const string AreaPath = RunForm.Prefix + "area";
    private const string ProductPath = RunForm.Prefix + "product";
    private const string DataSetPath = RunForm.Prefix + "dataSet";
    private const string BandPath = RunForm.Prefix + "band";
    private const string ReductionsPath = RunForm.Prefix + "reductions";

    private readonly Dictionary<string, StringValues> _fields;

    private ImageForm(RunForm run, Dictionary<string, StringValues> fields) => (Run, _fields) = (run, fields);

    /// <summary>The same as the form of a run.</summary>
    public RunForm Run { get; }

    /// <summary>What a field holds; empty for one that was not sent.</summary>
    public string this[string name] => _fields.TryGetValue(name, out var value) ? value.ToString() : Run[name].ToString();

    /// <summary>Names of what is made of each period.</summary>
    public IReadOnlyList<string> ReductionNames => [.. Of(Reductions).OfType<string>()];

    /// <summary>Paths of a run's form that a field of this one stands for; its own name for any other.</summary>
    public static IReadOnlyList<string> PathsOf(string field) => field switch
    {
        Places => [AreaPath],
        Subject or MoreDataSets => [ProductPath, DataSetPath, BandPath],
        Reductions => [ReductionsPath],
        _ => [field],
    };

    /// <summary>A form as it was sent.</summary>
    public static ImageForm Of(ExperimentDefinition definition, IEnumerable<KeyValuePair<string, StringValues>> sent, string target)
    {
        var fields = sent.ToDictionary(field => field.Key, field => field.Value);
        var texts = new Dictionary<string, StringValues>(fields) { ["target"] = target };
        texts[AreaPath] = AreaOf(fields);
        if (fields.GetValueOrDefault(Subject).ToString().Split(Between) is [var product, var dataSet, var band])
        {
            var more = fields.GetValueOrDefault(MoreDataSets).ToString().Trim();
            // A choice always has a band where there are bands; several data sets are taken with their first, and name none.
            var isFirst = more.Length > 0 && SubjectOf(product, dataSet, "") == SubjectOf(product, dataSet, band);
            (texts[ProductPath], texts[DataSetPath], texts[BandPath]) = (product, $"{dataSet} {more}".Trim(), isFirst ? "" : band);
        }

        texts[ReductionsPath] = string.Join(' ', ReductionsOf(fields));
        return new(new(definition, null, texts), fields);
    }

    /// <summary>The form that nobody has filled in yet: with the box of the example, since tiles in the text would win over a box that
    /// somebody types.</summary>
    public static ImageForm For(ExperimentDefinition definition, string target) =>
        Of(RunForm.For(definition, null, target), definition.FindParameter("area")!.Example!);

    /// <summary>The form of an earlier run.</summary>
    public static ImageForm Of(RunForm run) => Of(run, run[AreaPath].ToString());

    private static ImageForm Of(RunForm run, string area)
    {
        var numbers = area.StartsWith(Box, StringComparison.Ordinal)
            ? area[Box.Length..].Split([' ', ','], StringSplitOptions.RemoveEmptyEntries)
            : [];
        var dataSets = run[DataSetPath].ToString().Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var fields = new Dictionary<string, StringValues>
        {
            [Subject] = SubjectOf(run[ProductPath].ToString(), dataSets.FirstOrDefault(""), run[BandPath].ToString()),
            [MoreDataSets] = string.Join(' ', dataSets.Skip(1)),
            [Reductions] = run[ReductionsPath].ToString().Split([' ', ','], StringSplitOptions.RemoveEmptyEntries),
            [Places] = numbers.Length == 4 ? "" : area,
        };
        if (numbers is [var west, var south, var east, var north])
        {
            (fields[West], fields[South], fields[East], fields[North]) = (west, south, east, north);
        }

        return new(run, fields);
    }

    /// <summary>Everything that images can be made of, by product.</summary>
    public static IReadOnlyList<ImageChoices> Subjects { get; } = [.. ProductCatalogue.Shipped.Products.Select(product => new ImageChoices(
        $"{product.Id}: {product.File.Title}",
        [.. product.File.DataSets.SelectMany(set => (set.Bands ?? [""]).Select(band =>
            (SubjectOf(product.Id, set.Name, band), $"{product.Id}: {set.Title}{(band.Length > 0 ? $", band {band}" : "")}")))]))];

    /// <summary>Every choice of quality flags that some product has.</summary>
    public static IReadOnlyList<string> Qualities { get; } = [.. ProductCatalogue.Shipped.Products
        .SelectMany(product => product.File.Qualities).SelectMany(quality => quality.Choices.Keys).Distinct()
        .Order(StringComparer.Ordinal)];

    private StringValues Of(string name) => _fields.GetValueOrDefault(name);

    /// <summary>Commas, semicolons and blanks part numbers there: those within a side, as in 45,5, must not make another box.</summary>
    private static string AreaOf(Dictionary<string, StringValues> fields)
    {
        var places = fields.GetValueOrDefault(Places).ToString().Trim();
        var numbers = new[] { West, South, East, North }
            .Select(side => string.Join(Between, AreaText.WordsOf(fields.GetValueOrDefault(side).ToString()))).ToArray();
        return places.Length > 0 ? places
            : numbers.All(number => number.Length == 0) ? ""
            : Box + string.Join(' ', numbers.Where(number => number.Length > 0));
    }

    private static IEnumerable<string?> ReductionsOf(Dictionary<string, StringValues> fields) =>
        fields.GetValueOrDefault(Reductions).Where(name => name != RequestReductions.Program)
            .Concat(fields.GetValueOrDefault(Program).ToString().Length > 0 ? [RequestReductions.Program] : []);

    /// <summary>With the first data set and band of a product where none is named.</summary>
    private static string SubjectOf(string product, string dataSet, string band)
    {
        var sets = ProductCatalogue.Shipped.Find(product)?.File.DataSets ?? [];
        var set = dataSet.Length == 0 ? sets.Count > 0 ? sets[0] : null : sets.FirstOrDefault(known => known.Name == dataSet);
        return string.Join(Between, product, set?.Name ?? dataSet, band.Length > 0 ? band : set?.Bands?[0] ?? "");
    }
}
