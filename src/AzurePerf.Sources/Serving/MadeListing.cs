using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;

namespace AzurePerf.Sources.Serving;

/// <summary>
/// The listing of a day in the shape of NASA's LAADS archive, whose readers take the members "name", "size", "md5sum", "mtime",
/// "last-modified" and "downloadsLink" from the array "content", and a size of 0 for a folder. A size is known once a granule was made.
/// From a coarseness of <see cref="CompleteFrom"/> a listing of swaths makes those that are missing; below, and of tiles, which take
/// minutes, it leaves out "size" and "md5sum" of what nobody asked for yet.
/// </summary>
internal sealed class MadeListing(MadeArchive archive, MadeFiles files)
{
    /// <summary>Where the swaths of a day take seconds.</summary>
    public const int CompleteFrom = 10;

    /// <param name="product">One that is made.</param>
    /// <param name="day">One of its days.</param>
    /// <param name="folder">Address of the folder that has the files, without a slash at its end.</param>
    /// <param name="cancellationToken">Ends the making.</param>
    public async Task<JsonObject> OfAsync(ImageProduct product, DateOnly day, string folder, CancellationToken cancellationToken)
    {
        var content = new JsonArray();
        var made = archive.MadeAt(day);
        foreach (var name in archive.Names(product, day))
        {
            var entry = new JsonObject
            {
                ["name"] = name,
                ["resourceType"] = "File",
                ["last-modified"] = made.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
                ["mtime"] = made.ToUnixTimeSeconds(),
                ["downloadsLink"] = $"{folder}/{name}",
            };
            var file = product.File.Kind == ProductKind.Swath && archive.Settings.Coarseness >= CompleteFrom
                ? await files.DescribeAsync(archive.Parse(name)!, name, cancellationToken)
                : files.Known(name);
            if (file is not null)
                (entry["size"], entry["md5sum"]) = (file.Length, file.Md5);
            content.Add((JsonNode)entry);
        }

        return new JsonObject { ["content"] = content };
    }
}
