using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;

namespace AzurePerf.Sources.Serving;

/// <summary>
/// The listing of a day in the shape of NASA's LAADS archive, whose readers take the members "name", "size", "md5sum", "mtime",
/// "last-modified" and "downloadsLink" from the array "content", and a size of 0 for a folder. Nothing is made to be listed: "size" and
/// "md5sum" of what nobody asked for yet are left out.
/// </summary>
internal sealed class MadeListing(MadeArchive archive, MadeFiles files)
{
    /// <param name="product">One that is made.</param>
    /// <param name="day">One of its days.</param>
    /// <param name="folder">Address of the folder that has the files, without a slash at its end.</param>
    public JsonObject Of(ImageProduct product, DateOnly day, string folder)
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
            if (files.Known(name) is { } file)
                (entry["size"], entry["md5sum"]) = (file.Length, file.Md5);
            content.Add((JsonNode)entry);
        }

        return new JsonObject { ["content"] = content };
    }
}
