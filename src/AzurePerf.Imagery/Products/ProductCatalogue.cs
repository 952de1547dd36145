using System.Reflection;

namespace AzurePerf.Imagery.Products;

/// <summary>The products known. A new one is one data file in the folder Files, which the build embeds; no code names a product.</summary>
public sealed class ProductCatalogue
{
    private const string Folder = "Products/";

    private static readonly Lazy<ProductCatalogue> ShippedOnes = new(() => Read(ShippedFiles()));

    private readonly Dictionary<string, ImageProduct> _byId;

    private ProductCatalogue(Dictionary<string, ImageProduct> byId)
    {
        _byId = byId;
        Products = [.. byId.Values.OrderBy(x => x.Id, StringComparer.Ordinal)];
    }

    /// <summary>The products of the shipped data files.</summary>
    public static ProductCatalogue Shipped => ShippedOnes.Value;

    /// <summary>All products, ordered by id.</summary>
    public IReadOnlyList<ImageProduct> Products { get; }

    /// <param name="id">For example MYD11A1; upper and lower case differ.</param>
    public ImageProduct? Find(string id) => _byId.GetValueOrDefault(id);

    /// <summary>The product that holds the latitudes and longitudes of a grid for granules of another product.</summary>
    /// <param name="product">The product of the granule.</param>
    /// <param name="shape">A grid of it.</param>
    /// <returns>The product of the same satellite, or null when the granule has its own or the grid needs none.</returns>
    public ImageProduct? GeolocationOf(ImageProduct product, Shape shape) =>
        shape.Geolocation?.Product is { } id
            ? Products.First(x => x.Twin.Platform == product.Twin.Platform && x.File == _byId[id].File)
            : null;

    /// <param name="files">Names and texts of data files.</param>
    /// <exception cref="InvalidDataException">A file is not sound, a product has two, or a geolocation product has none.</exception>
    public static ProductCatalogue Read(IEnumerable<(string Name, string Json)> files)
    {
        var all = files.Select(x => (x.Name, File: ProductFileReader.Read(x.Name, x.Json))).ToList();
        var byId = new Dictionary<string, ImageProduct>(StringComparer.Ordinal);
        foreach (var (name, file) in all)
            foreach (var (twin, i) in file.Twins.Select((x, i) => (x, i)))
                if (!byId.TryAdd(twin.Id, new(twin, file)))
                    throw new InvalidDataException($"{name}: twins[{i}].id {twin.Id} has a data file already.");
        foreach (var (name, file) in all)
            RequireGeolocation(name, file, byId);
        return new(byId);
    }

    /// <summary>Names and texts of the shipped data files, ordered by name.</summary>
    public static IReadOnlyList<(string Name, string Json)> ShippedFiles()
    {
        var assembly = typeof(ProductCatalogue).Assembly;
        return [.. assembly.GetManifestResourceNames()
            .Where(x => x.StartsWith(Folder, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(x => (x[Folder.Length..], Text(assembly, x)))];
    }

    private static void RequireGeolocation(string name, ProductFile file, Dictionary<string, ImageProduct> byId)
    {
        for (var i = 0; i < file.Shapes.Count; i++)
        {
            if (file.Shapes[i].Geolocation?.Product is not { } id) continue;
            var at = $"{name}: shapes[{i}].geolocation.product {id}";
            if (!byId.TryGetValue(id, out var geolocation)) throw new InvalidDataException($"{at} has no data file.");
            if (!file.Twins.All(x => geolocation.File.Twins.Any(y => y.Platform == x.Platform)))
                throw new InvalidDataException($"{at} is not of the same satellites.");
        }
    }

    private static string Text(Assembly assembly, string name)
    {
        using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}
