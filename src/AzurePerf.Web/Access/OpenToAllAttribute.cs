namespace AzurePerf.Web.Access;

/// <summary>An address for everybody, known or not. It must show nothing of what is stored.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class OpenToAllAttribute : Attribute;
