namespace AzurePerf.Imagery.Products;

/// <summary>What a data file that has all its members can still say wrongly.</summary>
internal static class ProductFileCheck
{
    private const int LargestFlag = 16;

    /// <returns>A clause that names the member, or null when the file is sound.</returns>
    public static string? FirstFault(ProductFile product) => Nulls(product).Concat(Faults(product)).FirstOrDefault();

    // The serializer refuses a null where a member must have a value, but not as an item of a list.
    private static IEnumerable<string> Nulls(ProductFile product) =>
        NullAt(product.Twins, "twins")
            .Concat(NullAt(product.Shapes, "shapes"))
            .Concat(NullAt(product.Qualities, "qualities"))
            .Concat(NullAt(product.DataSets, "dataSets"))
            .Concat(NullAt(product.Sources, "sources"))
            .Concat(product.Qualities.SelectMany((quality, i) =>
                quality.Choices.Where(x => x.Value is null).Select(x => $"qualities[{i}].choices.{x.Key} is null")))
            .Concat(product.DataSets.SelectMany((dataSet, i) => NullAt(dataSet.Bands ?? [], $"dataSets[{i}].bands")));

    private static IEnumerable<string> NullAt<T>(IReadOnlyList<T> items, string at) =>
        Enumerable.Range(0, items.Count).Where(i => items[i] is null).Select(i => $"{at}[{i}] is null");

    private static IEnumerable<string> Faults(ProductFile product) =>
        Product(product)
            .Concat(product.Twins.SelectMany((twin, i) => Twin(twin, $"twins[{i}]")))
            .Concat(product.Shapes.SelectMany((shape, i) => Shape(shape, product.Kind, $"shapes[{i}]")))
            .Concat(product.Qualities.SelectMany((quality, i) => Quality(quality, $"qualities[{i}]")))
            .Concat(product.DataSets.SelectMany((dataSet, i) => DataSet(dataSet, product, $"dataSets[{i}]")))
            .Concat(product.Sources.SelectMany((source, i) => Source(source, $"sources[{i}]")));

    private static IEnumerable<string> Product(ProductFile product)
    {
        if (Blank(product.Title)) yield return "title is empty";
        if (product.Twins.Count == 0) yield return "twins is empty";
        if (product.PeriodDays is < 1 or > 366) yield return "periodDays is not from 1 to 366";
        if (product.Shapes.Count == 0) yield return "shapes is empty";
        if (product.DataSets.Count == 0) yield return "dataSets is empty";
        if (product.Sources.Count == 0) yield return "sources is empty";
        if (Twice(product.Twins, x => x.Id)) yield return "twins names an id twice";
        if (Twice(product.Shapes, x => x.Name)) yield return "shapes has a name twice";
        if (Twice(product.Qualities, x => x.Name)) yield return "qualities has a name twice";
        if (Twice(product.DataSets, x => x.Name)) yield return "dataSets has a name twice";
    }

    private static IEnumerable<string> Twin(Twin twin, string at)
    {
        if (!GranuleName.IsProductId(twin.Id)) yield return $"{at}.id is not a name of letters, digits and _";
    }

    private static IEnumerable<string> Shape(Shape shape, ProductKind kind, string at)
    {
        if (Blank(shape.Name)) yield return $"{at}.name is empty";
        if (shape.Rows < 1) yield return $"{at}.rows is below 1";
        if (shape.Columns < 1) yield return $"{at}.columns is below 1";
        if (shape.ResolutionMetres is not (> 0 and < double.PositiveInfinity)) yield return $"{at}.resolutionMetres is not above 0";
        if (kind == ProductKind.Tile && shape.Geolocation is not null) yield return $"{at}.geolocation is for swaths, and this is a tile";
        if (kind == ProductKind.Swath && shape.Geolocation is null) yield return $"{at}.geolocation is missing";
        if (shape.Geolocation is not { } geolocation) yield break;
        if (Blank(geolocation.Latitude)) yield return $"{at}.geolocation.latitude is empty";
        if (Blank(geolocation.Longitude)) yield return $"{at}.geolocation.longitude is empty";
        if (geolocation.Offset < 0) yield return $"{at}.geolocation.offset is below 0";
        if (geolocation.Increment < 1) yield return $"{at}.geolocation.increment is below 1";
        if (geolocation.Product is not null && !GranuleName.IsProductId(geolocation.Product))
            yield return $"{at}.geolocation.product is not a name of letters, digits and _";
    }

    private static IEnumerable<string> Quality(Quality quality, string at)
    {
        if (Blank(quality.Name)) yield return $"{at}.name is empty";
        if (Blank(quality.DataSet)) yield return $"{at}.dataSet is empty";
        if (quality.Layer < 0) yield return $"{at}.layer is below 0";
        foreach (var fault in BitFaults(quality.Bits, quality.NumberType, $"{at}.bits")) yield return fault;
        if (!quality.Choices.ContainsKey(quality.DefaultChoice)) yield return $"{at}.defaultChoice is none of its choices";
        foreach (var (choice, accepted) in quality.Choices)
        {
            if (accepted.Count == 0) yield return $"{at}.choices.{choice} accepts nothing";
            if (accepted.Any(x => x < 0 || x >= 1L << Math.Clamp(quality.Bits.Count, 0, LargestFlag)))
                yield return $"{at}.choices.{choice} has a value its {quality.Bits.Count} bits cannot hold";
        }
    }

    private static IEnumerable<string> DataSet(DataSet dataSet, ProductFile product, string at)
    {
        if (Blank(dataSet.Name)) yield return $"{at}.name is empty";
        if (Blank(dataSet.Title)) yield return $"{at}.title is empty";
        if (Blank(dataSet.Unit)) yield return $"{at}.unit is empty";
        if (product.Shapes.All(x => x.Name != dataSet.Shape)) yield return $"{at}.shape is none of the shapes";
        foreach (var fault in RangeFaults(dataSet.Fill, dataSet.NumberType, $"{at}.fill")) yield return fault;
        foreach (var fault in RangeFaults(dataSet.ValidRange, dataSet.NumberType, $"{at}.validRange")) yield return fault;
        if (dataSet.Bands is { Count: 0 }) yield return $"{at}.bands is empty";
        if (dataSet.Bands is { } bands && Twice(bands, x => x)) yield return $"{at}.bands has a name twice";
        if ((dataSet.Scaling is null) == (dataSet.BandScaling is null)) yield return $"{at} needs either scaling or bandScaling";
        if (dataSet.BandScaling is not null && dataSet.Bands is null) yield return $"{at}.bandScaling needs bands";
        if (dataSet.Scaling is { Scale: 0 }) yield return $"{at}.scaling.scale is 0";
        var quality = product.Qualities.FirstOrDefault(x => x.Name == dataSet.Quality);
        if (dataSet.Quality is not null && quality is null) yield return $"{at}.quality is none of the qualities";
        if (dataSet.QualityBits is not { } bits) yield break;
        if (quality is null) yield return $"{at}.qualityBits needs a quality";
        else if (bits.Count != quality.Bits.Count) yield return $"{at}.qualityBits has another count than the bits of its quality";
        else foreach (var fault in BitFaults(bits, quality.NumberType, $"{at}.qualityBits")) yield return fault;
    }

    private static IEnumerable<string> Source(Source source, string at)
    {
        if (Blank(source.Title)) yield return $"{at}.title is empty";
        if (Blank(source.Section)) yield return $"{at}.section is empty";
    }

    private static IEnumerable<string> RangeFaults(ValueRange range, NumberType type, string at)
    {
        if (range.Last < range.First) yield return $"{at} ends before it begins";
        if (!type.Holds(range.First) || !type.Holds(range.Last)) yield return $"{at} is outside {Word(type)}";
    }

    private static IEnumerable<string> BitFaults(Bits bits, NumberType type, string at)
    {
        if (bits.Count is < 1 or > LargestFlag) yield return $"{at}.count is not from 1 to {LargestFlag}";
        else if (bits.First < 0 || (long)bits.First + bits.Count > type.FlagBits()) yield return $"{at} is outside {Word(type)}";
    }

    private static string Word(NumberType type) => type.ToString().ToLowerInvariant();

    private static bool Blank(string text) => string.IsNullOrWhiteSpace(text);

    private static bool Twice<T>(IReadOnlyList<T> items, Func<T, string> name) => items.DistinctBy(name).Count() != items.Count;
}
