namespace AzurePerf.Core.Experiments;

/// <summary>What is wrong with one parameter, in words that say what would be right.</summary>
/// <param name="Parameter">Name as in a request.</param>
/// <param name="Message">One clause without the name: "must be from 1 to 192".</param>
public sealed record ParameterFault(string Parameter, string Message);
