using AzurePerf.Core.Access;

namespace AzurePerf.UnitTests.Access;

internal static class SampleKeys
{
    public const string Id = "abcdefghij234567klmn";

    /// <summary>Its text, with a secret that is all zeros.</summary>
    public static string Text { get; } = AccessKeyText.Write(Id, new byte[AccessKeyText.SecretBytes]);

    public static AccessKey Of(string name, AccessScope scope, DateTimeOffset createdAt) => new()
    {
        Id = Id,
        Hash = AccessKeyText.HashOf(Text),
        Name = name,
        Scope = scope,
        CreatedBy = "tester",
        CreatedAt = createdAt,
        ExpiresAt = createdAt.AddDays(90),
    };
}
