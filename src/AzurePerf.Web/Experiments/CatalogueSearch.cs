using AzurePerf.Core.Experiments;

namespace AzurePerf.Web.Experiments;

/// <summary>Finds experiments by words.</summary>
internal static class CatalogueSearch
{
    /// <summary>Experiments that have every word somewhere: in id, title, summary, source or a parameter's name. All of them for an empty
    /// text.</summary>
    public static IReadOnlyList<ExperimentDefinition> Find(ExperimentCatalogue experiments, string text)
    {
        var words = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        return [.. experiments.All.Where(definition => words.All(word => Has(definition, word)))];
    }

    private static bool Has(ExperimentDefinition definition, string word) =>
        new[] { definition.Id, definition.Title, definition.Summary, definition.Source }.Concat(
            definition.Parameters.Select(parameter => parameter.Name))
            .Any(text => text.Contains(word, StringComparison.OrdinalIgnoreCase));
}
