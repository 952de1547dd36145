using AzurePerf.Core.Views;

namespace AzurePerf.UnitTests.Views;

/// <summary>Views to test with.</summary>
internal static class SampleViews
{
    public static SavedView Of(string name, string address, DateTimeOffset createdAt, string owner = "tester") => new()
    {
        Id = ViewName.IdOf(name),
        Name = name,
        Address = ViewAddress.Read(address, out _)!,
        Owner = owner,
        CreatedAt = createdAt,
        BodyHash = "22222222222222222222",
    };
}
