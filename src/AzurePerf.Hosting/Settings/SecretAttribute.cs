namespace AzurePerf.Hosting.Settings;

/// <summary>Marks an option whose value is never shown.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretAttribute : Attribute;
