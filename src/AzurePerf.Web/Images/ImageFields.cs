using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Runs.Form;

namespace AzurePerf.Web.Images;

/// <summary>The fields of the form for images, each with what is wrong with it.</summary>
internal sealed class ImageFields
{
    private static readonly Dictionary<string, string> Words = new()
    {
        ["mean"] = "mean of the days",
        ["max"] = "highest value",
        ["min"] = "lowest value",
        ["median"] = "median of the days",
        ["count"] = "number of days with a value",
        ["nearest"] = "nearest",
        ["bilinear"] = "bilinear: between four cells",
        ["first"] = "first of the day",
        ["lessCoverage"] = "use the others: less coverage",
        ["skip"] = "skip the image and all that needs it",
        ["any"] = "both, in one image",
        ["day"] = "only those by day",
        ["night"] = "only those by night",
        ["geographic"] = "latitude and longitude (EPSG:4326)",
        ["webMercator"] = "web map (EPSG:3857)",
    };

    private readonly ImageForm _form;
    private readonly IReadOnlyList<SpecFault> _faults;

    /// <param name="form">What was filled in.</param>
    /// <param name="faults">What the reader of runs found in it.</param>
    /// <param name="programs">Programs that may run; null where none may.</param>
    public ImageFields(ImageForm form, IReadOnlyList<SpecFault> faults, IReadOnlyList<StoredProgram>? programs)
    {
        (_form, _faults) = (form, faults);
        var area = FaultsOf(ImageForm.Places);
        Box =
        [
            Number(ImageForm.West, "West", "Degrees of longitude, -180 to 180.", "5"),
            Number(ImageForm.South, "South", "Degrees of latitude, -90 to 90.", "45"),
            Number(ImageForm.East, "East", "If smaller than west, the box crosses the date line.", "16"),
            Number(ImageForm.North, "North", "Above south.", "55"),
        ];
        var ofBox = form[ImageForm.Places].Trim().Length == 0 && Box.Any(side => side.Value.Length > 0);
        var wrong = Box.FirstOrDefault(side => !double.TryParse(side.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out _))
            ?? Box[0];
        Box = [.. Box.Select(side => ofBox && side == wrong ? side with { Faults = area } : side)];
        Places = new(ImageForm.Places, "Or tiles or a polygon", ImageFieldKind.Lines, form[ImageForm.Places],
            "Tiles such as h18v04 h19v04, or polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ... If this is filled in, the box does not "
                + "count.")
        {
            Example = "polygon 8 47, 9 47, 9 48",
            Faults = ofBox ? [] : area,
        };
        When =
        [
            Field("from", "First day (UTC)", ImageFieldKind.Day, "Composites begin every 8 days from 1 January on."),
            Field("days", "Days", ImageFieldKind.Number, "How many days from the first on."),
            Field("aggregateDays", "Days of a period", ImageFieldKind.Number, "Each period makes one image. 0 puts all days together."),
            Choice("aggregate", "Combine the days of a period by"),
        ];
        What =
        [
            new(ImageForm.Subject, "Product and data set", ImageFieldKind.Choice, form[ImageForm.Subject],
                "MOD is Terra (about 10:30 local time), MYD is Aqua (about 13:30).")
            {
                Groups = ImageForm.Subjects,
                Faults = FaultsOf(ImageForm.Subject),
            },
            new(ImageForm.MoreDataSets, "More data sets", ImageFieldKind.Text, form[ImageForm.MoreDataSets],
                "Further data sets of the same product, with blanks between them, such as sur_refl_b02_1. Your own program gets all."),
            Field("quality", "Quality", ImageFieldKind.Choice, "Which pixels count, by the product's own flags.") with
            {
                Groups =
                [
                    new("", [("", "the product's usual choice"), .. ImageForm.Qualities.Select(quality => (quality, quality))]),
                ],
            },
            Choice("light", "Swaths by day and by night") with
            {
                Hint = "Of tiles, such as MOD11A1, it must be both: they have data sets for each.",
            },
            Choice("missing", "If an input is missing"),
            Choice("merge", "If several granules cover a cell"),
        ];
        Maps = [Choice("projection", "Map"), Choice("resampling", "Values of the map")];
        Reductions = new(ImageForm.Reductions, "Make of each period", ImageFieldKind.Choice, "",
            "Pictures show the box around the area, tables are of whole tiles. If none is chosen, only GeoTIFFs are made.")
        {
            Groups = [new("", [.. RequestReductions.All.Where(reduction => reduction.Name != RequestReductions.Program)])],
            Faults = FaultsOf(ImageForm.Reductions),
        };
        Program = programs is null ? null : ProgramOf(programs);
        Name = new("name", "Name", ImageFieldKind.Text, form["name"], "Optional. It helps you find the run.")
        {
            Faults = FaultsOf("name"),
        };
    }

    /// <summary>The four numbers of a box. The first that is no number shows the faults of an area that is given by them.</summary>
    public IReadOnlyList<ImageField> Box { get; }

    /// <summary>Tiles or a polygon. It shows the faults of an area that is given by it.</summary>
    public ImageField Places { get; }

    /// <summary>Days and periods.</summary>
    public IReadOnlyList<ImageField> When { get; }

    /// <summary>What images show.</summary>
    public IReadOnlyList<ImageField> What { get; }

    /// <summary>How maps are drawn.</summary>
    public IReadOnlyList<ImageField> Maps { get; }

    /// <summary>What is made of each period.</summary>
    public ImageField Reductions { get; }

    /// <summary>The user's own program; null where none may run.</summary>
    public ImageField? Program { get; }

    /// <summary>What the run is called.</summary>
    public ImageField Name { get; }

    /// <summary>All of them.</summary>
    public IEnumerable<ImageField> All =>
        [.. Box, Places, .. When, .. What, Reductions, .. Program is null ? [] : new[] { Program }, .. Maps, Name];

    /// <summary>Faults that belong to no field.</summary>
    public IEnumerable<SpecFault> Unplaced => _faults.Except(All.SelectMany(one => one.Faults));

    private ParameterDefinition Parameter(string name) => _form.Run.Definition.FindParameter(name)!;

    private ImageField Number(string name, string label, string hint, string example) =>
        new(name, label, ImageFieldKind.Number, _form[name], hint) { Example = example };

    private ImageField Field(string parameter, string label, ImageFieldKind kind, string hint)
    {
        var (path, definition) = (RunForm.Prefix + parameter, Parameter(parameter));
        var range = kind == ImageFieldKind.Number
            ? string.Create(CultureInfo.InvariantCulture, $" {definition.Minimum ?? 0:0} to {definition.Maximum:#,0}.")
            : "";
        return new(path, label, kind, _form[path], hint + range) { Example = definition.Example, Faults = FaultsOf(path) };
    }

    /// <summary>One that was chosen before stays to be seen: that it runs no more is said when it is submitted.</summary>
    private ImageField ProgramOf(IReadOnlyList<StoredProgram> programs)
    {
        var chosen = _form[ImageForm.Program];
        (string, string)[] gone = chosen.Length == 0 || programs.Any(program => program.Hash == chosen)
            ? []
            : [(chosen, $"{chosen[..Math.Min(chosen.Length, ProgramHash.ShortestPrefix)]}: runs no more")];
        return new(ImageForm.Program, "Your own program", ImageFieldKind.Choice, chosen,
            "It runs on the whole tiles of each period and writes its own files.")
        {
            Groups = [new("", [("", "none"), .. programs.Select(program => (program.Hash, program.ShortName)), .. gone])],
            Faults = FaultsOf(ImageForm.Program),
        };
    }

    private ImageField Choice(string parameter, string label) => Field(parameter, label, ImageFieldKind.Choice, "") with
    {
        Groups = [new("", [.. Parameter(parameter).Choices.Select(choice => (choice, Words.GetValueOrDefault(choice, choice)))])],
    };

    private SpecFault[] FaultsOf(string field) =>
        [.. _faults.Where(fault => ImageForm.PathsOf(field).Any(path => RunFormField.IsAt(path, fault)))];
}
