using Xunit.Sdk;
using Xunit.v3;

namespace AzurePerf.Testing;

/// <summary>Begins with the classes that take longest: one that takes a minute and begins last keeps everything waiting for that minute.</summary>
/// <param name="longest">Those classes, the longest one first.</param>
public abstract class LongestFirst(params Type[] longest) : ITestCollectionOrderer
{
    private readonly string[] _longest = [.. longest.Select(type => type.FullName!)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection => [.. testCollections.OrderBy(collection => Place(collection))];

    private int Place(ITestCollection collection)
    {
        var place = Array.FindIndex(_longest, name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal));
        return place < 0 ? _longest.Length : place;
    }
}
